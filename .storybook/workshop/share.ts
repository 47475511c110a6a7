/** A document in an address: squeezed, so that a usual one fits into a link. */
const squeeze = async (
  bytes: BlobPart,
  through: CompressionStream | DecompressionStream,
): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(through)).arrayBuffer())

export async function toAddress(text: string): Promise<string> {
  const bytes = await squeeze(new TextEncoder().encode(text), new CompressionStream('deflate-raw'))
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

/** The text of an address; undefined where it holds none. */
export async function fromAddress(part: string): Promise<string | undefined> {
  try {
    const binary = atob(part.replaceAll('-', '+').replaceAll('_', '/'))
    return new TextDecoder('utf-8', { fatal: true }).decode(
      await squeeze(
        Uint8Array.from(binary, (letter) => letter.charCodeAt(0)),
        new DecompressionStream('deflate-raw'),
      ),
    )
  } catch {
    return undefined
  }
}
