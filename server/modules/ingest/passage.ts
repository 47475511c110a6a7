/**
 * Messages of devices beside the questions of people. A thousand devices that come back at once have a thousand
 * messages ready in one turn of the loop, and a question, which goes through the loop a dozen times, waits for all of
 * them each time. While people ask, a few are begun in a turn and the others wait in line: together they take as long,
 * for the work is the same. Where no one asks, none waits.
 */

/** Begun in a turn: some two milliseconds of the thread. */
const A_TURN = 4
/** People go on asking: who has asked within this time will. */
const PRESENT_MS = 1000

export interface PassageParts {
  /** How long ago a person asked something, ms. */
  readonly sinceRequest: () => number
  /** Runs something in the next turn of the loop. */
  readonly nextTurn?: (run: () => void) => void
}

/** @returns resolves when a message may begin; undefined = at once */
export function createPassage({
  sinceRequest,
  nextTurn = setImmediate,
}: PassageParts): () => Promise<void> | undefined {
  const line: (() => void)[] = []
  const pump = () => {
    const isFree = sinceRequest() > PRESENT_MS
    for (const begin of line.splice(0, isFree ? line.length : A_TURN)) begin()
    if (line.length > 0) nextTurn(pump)
  }
  return () => {
    if (line.length === 0 && sinceRequest() > PRESENT_MS) return undefined
    return new Promise<void>((begin) => {
      line.push(begin)
      if (line.length === 1) nextTurn(pump)
    })
  }
}
