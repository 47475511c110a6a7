/** The page's side: hands the message to a worker and waits. */
export function connect(start: () => Worker): void {
  const run = (message: unknown) =>
    new Promise((resolve, reject) => {
      const worker = start()
      worker.addEventListener(
        'message',
        ({ data }: MessageEvent<{ done?: unknown; failed?: string; log?: string }>) => {
          if (data.log !== undefined) console.log(data.log)
          if (data.failed !== undefined) reject(new Error(data.failed))
          if (data.done !== undefined) resolve(data.done)
        },
      )
      worker.addEventListener('error', (event) => reject(new Error(event.message || 'the worker could not be loaded')))
      worker.postMessage(message, { transfer: [] })
    })
  Object.assign(globalThis, { run })
}

/** The worker's side. */
export function serve(work: (message: never, log: (text: string) => void) => Promise<unknown>): void {
  addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    work(data as never, (log) => postMessage({ log })).then(
      (done) => postMessage({ done }),
      (error: unknown) =>
        postMessage({ failed: error instanceof Error ? `${error.message}\n${error.stack}` : String(error) }),
    )
  })
}
