/** The lines of one hour of one stream, as columns. */
export interface LineGroup {
  hour: number
  stream: number
  length: number
  second: Int32Array
  flags: Int32Array
  line: Int32Array
  readonly values: Int32Array[]
  /** Adds row `i` of the columns hour, stream, second, flags, line and the atoms. */
  push(columns: readonly Int32Array[], i: number): void
}

export function createLineGroup(atoms: number): LineGroup {
  let capacity = 64
  const column = () => new Int32Array(capacity)
  const group: LineGroup = {
    hour: 0,
    stream: 0,
    length: 0,
    second: column(),
    flags: column(),
    line: column(),
    values: Array.from({ length: atoms }, column),
    push(columns, i) {
      if (group.length === capacity) grow()
      const k = group.length
      group.hour = columns[0]![i]!
      group.stream = columns[1]![i]!
      group.second[k] = columns[2]![i]!
      group.flags[k] = columns[3]![i]!
      group.line[k] = columns[4]![i]!
      for (let a = 0; a < atoms; a += 1) group.values[a]![k] = columns[5 + a]![i]!
      group.length += 1
    },
  }
  const grow = () => {
    capacity *= 2
    const wide = (old: Int32Array) => {
      const made = column()
      made.set(old)
      return made
    }
    group.second = wide(group.second)
    group.flags = wide(group.flags)
    group.line = wide(group.line)
    group.values.forEach((old, a) => {
      group.values[a] = wide(old)
    })
  }
  return group
}
