/** `kpi`, or `kpi-2`, `kpi-3` … where that is taken. Ids begin with a letter and have 64 characters at most. */
export function freshId(wanted: string, taken: ReadonlySet<string>): string {
  const base =
    wanted
      .replaceAll(/[^a-zA-Z0-9-]/g, '-')
      .replace(/^[^a-zA-Z]+/, '')
      .slice(0, 56) || 'item'
  if (!taken.has(base)) return base
  let number = 2
  while (taken.has(`${base}-${number}`)) number++
  return `${base}-${number}`
}
