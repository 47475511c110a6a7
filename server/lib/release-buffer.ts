/** Detaches the buffer: garbage collection would free it tens of MB later. Later reads are empty. */
export function releaseBuffer({ buffer }: ArrayBufferView): void {
  if (!(buffer instanceof ArrayBuffer) || buffer.detached) return
  if (buffer.resizable) buffer.resize(0)
  else buffer.transfer(0)
}
