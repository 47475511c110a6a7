/**
 * The merged list: theirs, without what mine removed, and with what mine added, each after its former
 * predecessor.
 */
export function mergeNames(base: readonly string[], mine: readonly string[], theirs: readonly string[]): string[] {
  // The side that moved existing entries decides the order; when both did, theirs wins.
  const kept = (list: readonly string[]) =>
    list.filter((one) => base.includes(one) && mine.includes(one) && theirs.includes(one))
  const moved = (list: readonly string[]) => kept(list).join('\u0000') !== kept(base).join('\u0000')
  const [first, second] = moved(mine) && !moved(theirs) ? [mine, theirs] : [theirs, mine]
  const merged = first.filter((one) => !base.includes(one) || (mine.includes(one) && theirs.includes(one)))
  second.forEach((one, at) => {
    if (base.includes(one) || merged.includes(one)) return
    const before = second.slice(0, at).findLast((other) => merged.includes(other))
    merged.splice(before === undefined ? 0 : merged.indexOf(before) + 1, 0, one)
  })
  return merged
}
