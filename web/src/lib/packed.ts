/** Files that were compressed when they were built: they stay small on a web space that compresses nothing. */

const MAGIC = [0x1f, 0x8b];

/** The contents of a file that may be compressed: some web spaces have it unpacked on the way. */
export async function unpack(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  if (!MAGIC.every((byte, place) => bytes[place] === byte)) return bytes;
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
