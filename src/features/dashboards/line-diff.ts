/** Two texts line by line: what went, what came, and three lines around each. */
export interface DiffLine {
  readonly kind: 'same' | 'out' | 'in' | 'gap'
  readonly text: string
}

const AROUND = 3
/** Beyond this a table of all pairs would cost too much; what differs is then shown as one block. */
const MAX_PAIRS = 4_000_000

export function lineDiff(before: string, after: string): DiffLine[] {
  const [a, b] = [before.split('\n'), after.split('\n')]
  let head = 0
  while (head < a.length && head < b.length && a[head] === b[head]) head += 1
  let tail = 0
  while (tail < a.length - head && tail < b.length - head && a[a.length - 1 - tail] === b[b.length - 1 - tail])
    tail += 1
  const same = (lines: readonly string[]): DiffLine[] => lines.map((text) => ({ kind: 'same', text }))
  return folded([
    ...same(a.slice(0, head)),
    ...middle(a.slice(head, a.length - tail), b.slice(head, b.length - tail)),
    ...same(a.slice(a.length - tail)),
  ])
}

/** Longest common lines, from the end, so that they can be read from the start. */
function middle(a: readonly string[], b: readonly string[]): DiffLine[] {
  const out = (text: string): DiffLine => ({ kind: 'out', text })
  const into = (text: string): DiffLine => ({ kind: 'in', text })
  if (a.length * b.length > MAX_PAIRS) return [...a.map(out), ...b.map(into)]
  const width = b.length + 1
  const common = new Uint32Array((a.length + 1) * width)
  const at = (i: number, j: number) => common[i * width + j] ?? 0
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      common[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  const lines: DiffLine[] = []
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push({ kind: 'same', text: a[i] ?? '' })
      i += 1
      j += 1
    } else if (j >= b.length || (i < a.length && at(i + 1, j) >= at(i, j + 1))) {
      lines.push(out(a[i] ?? ''))
      i += 1
    } else {
      lines.push(into(b[j] ?? ''))
      j += 1
    }
  }
  return lines
}

/** Long stretches without a change become one line. */
function folded(lines: readonly DiffLine[]): DiffLine[] {
  const near = lines.map((_, at) =>
    lines.slice(Math.max(0, at - AROUND), at + AROUND + 1).some(({ kind }) => kind !== 'same'),
  )
  return lines.flatMap((line, at) =>
    near[at] ? [line] : at === 0 || near[at - 1] ? [{ kind: 'gap' as const, text: '' }] : [],
  )
}
