/** Mixing colours for paint: `#rrggbb` in, CSS colours out. */

type Rgb = [number, number, number];

function rgbOf(hex: string): Rgb {
  const number = parseInt(hex.slice(1), 16);
  return [number >> 16, (number >> 8) & 255, number & 255];
}

export function mix(a: string, b: string, part: number): string {
  const [from, to] = [rgbOf(a), rgbOf(b)];
  const mixed = from.map((value, i) => Math.round(value + (to[i]! - value) * part));
  return '#' + mixed.map((value) => value.toString(16).padStart(2, '0')).join('');
}

export const lighter = (colour: string, part: number): string => mix(colour, '#ffffff', part);
export const darker = (colour: string, part: number): string => mix(colour, '#000000', part);

export function withAlpha(colour: string, alpha: number): string {
  return `rgba(${rgbOf(colour).join(', ')}, ${alpha})`;
}

/** WCAG's relative luminance, 0 to 1. */
function luminance(colour: string): number {
  const [r, g, b] = rgbOf(colour).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

export function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** The same colour, dark (or, for a dark one, light) enough to be read on it. */
export function inkOn(colour: string, wanted = 3.1): string {
  const towards = luminance(colour) > 0.16 ? '#0d0a14' : '#ffffff';
  for (let part = 0.3; part < 1; part += 0.05) {
    const ink = mix(colour, towards, part);
    if (contrast(colour, ink) >= wanted) return ink;
  }
  return towards;
}
