/** One piece of work at a time, in the order in which it came. */
export interface Line {
  /** Resolves with what the work gives, once those before it have ended. */
  wait<T>(work: () => Promise<T>): Promise<T>
  /** Those that wait or are at work. */
  length(): number
}

export function inLine(): Line {
  let last: Promise<unknown> = Promise.resolve()
  let length = 0
  return {
    wait(work) {
      length += 1
      const done = last.then(work).finally(() => {
        length -= 1
      })
      last = done.catch(() => undefined)
      return done
    },
    length: () => length,
  }
}
