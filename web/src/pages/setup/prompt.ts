/** Composing a prompt. */

/** A prompt with one more thing asked for; as it was where that would make it too long. */
export function withExample(prompt: string, example: string, most: number): string {
  const before = prompt.trim().replace(/[,;]+$/, '');
  const longer = before ? `${before}, ${example}` : example;
  return longer.length <= most ? longer : prompt;
}
