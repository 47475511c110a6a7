/** One piece of work at a time, in the order in which it came. */
export interface Line {
  /** Resolves with what the work gives, once those before it have ended. */
  wait<T>(work: () => Promise<T>): Promise<T>
}

export function inLine(): Line {
  let last: Promise<unknown> = Promise.resolve()
  return {
    wait(work) {
      const done = last.then(work)
      last = done.catch(() => undefined)
      return done
    },
  }
}
