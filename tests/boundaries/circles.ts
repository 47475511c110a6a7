/** Circles of imports: files none of which can be understood without all the others. */
import { dirname, join } from 'node:path'

/** `imports` of package.json: `#engine/*` and what it represents. */
export type Aliases = Readonly<Record<string, string>>

/** The path of what a file names, from the root; null for a package. */
export function pathOf(file: string, target: string, aliases: Aliases): string | null {
  if (target.startsWith('.')) return join(dirname(file), target).replaceAll('\\', '/')
  for (const [name, place] of Object.entries(aliases)) {
    const [before = '', after] = name.split('*')
    if (after === undefined ? target === name : target.startsWith(before) && target.endsWith(after))
      return place.replace('./', '').replace('*', target.slice(before.length))
  }
  return null
}

/**
 * The largest sets of files of which each leads to every other one, by Tarjan. A file that names itself is one too.
 *
 * @param graph the files that each file names
 */
export function circlesOf(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const found: string[][] = []
  const place = new Map<string, number>()
  const lowest = new Map<string, number>()
  const path: string[] = []
  const isOnPath = new Set<string>()

  function visit(file: string): number {
    place.set(file, place.size)
    lowest.set(file, place.size - 1)
    path.push(file)
    isOnPath.add(file)
    for (const next of graph.get(file) ?? []) {
      if (!graph.has(next)) continue
      if (!place.has(next)) lower(file, visit(next))
      else if (isOnPath.has(next)) lower(file, place.get(next)!)
    }
    if (lowest.get(file) === place.get(file)) close(file)
    return lowest.get(file)!
  }
  const lower = (file: string, to: number) => lowest.set(file, Math.min(lowest.get(file)!, to))
  function close(file: string): void {
    const members = path.splice(path.indexOf(file))
    for (const member of members) isOnPath.delete(member)
    if (members.length > 1 || graph.get(file)?.includes(file) === true) found.push(members.toSorted())
  }

  for (const file of graph.keys()) if (!place.has(file)) visit(file)
  return found
}

const isWithin = (folder: string, other: string) => folder.startsWith(`${other}/`)

/**
 * Folders beside each other of which each names files of the other, as `a <-> b`, sorted. A folder and one within it
 * are one house: its `index.ts` names what the inner one has, which uses what lies beside them.
 */
export function mutualFolders(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const names = new Map<string, Set<string>>()
  for (const [file, targets] of graph)
    for (const target of targets) {
      const [from, to] = [dirname(file), dirname(target)]
      if (graph.has(target) && from !== to && !isWithin(from, to) && !isWithin(to, from))
        names.set(from, (names.get(from) ?? new Set()).add(to))
    }
  return [...names]
    .flatMap(([from, all]) =>
      [...all].filter((to) => from < to && names.get(to)?.has(from) === true).map((to) => `${from} <-> ${to}`),
    )
    .toSorted()
}
