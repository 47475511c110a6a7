/**
 * Gives the memory of a column or a piece back at once, and not when it is collected, which may be tens of MB later.
 * Whoever reads it afterwards finds nothing in it.
 */
export function giveBack({ buffer }: ArrayBufferView): void {
  if (!(buffer instanceof ArrayBuffer) || buffer.detached) return
  if (buffer.resizable) buffer.resize(0)
  else buffer.transfer(0)
}
