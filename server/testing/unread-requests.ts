/**
 * A thread that sends requests to a server whose own thread is held up: they are in the system's hands, and the server
 * has neither read nor accepted them. For tests only.
 */
import { connect } from 'node:net'
import { once } from 'node:events'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'

interface Given {
  readonly port: number
  readonly connections: number
  /** Becomes 1 when all are sent. */
  readonly sent: Int32Array
}

/**
 * Holds up this thread until another one has sent a request on each of so many new connections.
 *
 * Gives the first line of each answer, or what became of its connection.
 */
export async function sendUnread(port: number, connections: number): Promise<{ answers: Promise<string[]> }> {
  const sent = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(new URL(import.meta.url), { workerData: { port, connections, sent } satisfies Given })
  await once(worker, 'online')
  const answers = once(worker, 'message') as Promise<[string[]]>
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  worker.postMessage('send')
  Atomics.wait(sent, 0, 0)
  return { answers: answers.then(([found]) => found) }
}

async function ask({ port, connections, sent }: Given): Promise<void> {
  const sockets = Array.from({ length: connections }, () => connect(port, '127.0.0.1'))
  const answers = sockets.map(async (socket) => {
    const chunks: Buffer[] = []
    socket.on('data', (chunk) => chunks.push(chunk))
    await once(socket, 'close')
    return Buffer.concat(chunks).toString().split('\r\n')[0] ?? ''
  })
  await Promise.all(
    sockets.map(
      (socket) =>
        new Promise((resolve) => {
          socket.once('connect', () => socket.write('GET /api/health/ready HTTP/1.1\r\nhost: x\r\n\r\n', resolve))
        }),
    ),
  )
  Atomics.store(sent, 0, 1)
  Atomics.notify(sent, 0)
  const found = (await Promise.allSettled(answers)).map((one) =>
    one.status === 'fulfilled' ? one.value : (one.reason as NodeJS.ErrnoException).code,
  )
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(found)
}

if (!isMainThread && parentPort !== null) {
  await once(parentPort, 'message')
  await ask(workerData as Given)
}
