let channel: MessageChannel | undefined
const waiting: (() => void)[] = []

/** Lets waiting messages in, above all a cancel. A timer would be held back to 4 ms; a message is not. */
export function nextTurn(): Promise<void> {
  if (channel === undefined) {
    channel = new MessageChannel()
    channel.port1.addEventListener('message', () => waiting.shift()?.())
    channel.port1.start()
  }
  const { port2 } = channel
  return new Promise((resolve) => {
    waiting.push(resolve)
    port2.postMessage(null)
  })
}
