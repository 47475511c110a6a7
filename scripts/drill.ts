/**
 * `npm run drill`: lists the drills. `npm run drill -- NAME [arguments]` runs `scripts/drills/NAME.ts`: one fault, made
 * on purpose in a store of its own, and the figures of what it did. Exit code 0 when every promise held, 1 when one did
 * not, 2 when the drill cannot run here.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Exports of every file in `scripts/drills`. */
export interface Drill {
  /** One line for the list. */
  readonly about: string
  /** Prints its figures. Gives the exit code. @param given the arguments after the name */
  run(given: readonly string[]): Promise<0 | 1 | 2>
}

const folder = join(import.meta.dirname, 'drills')
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -'.ts'.length))
  .toSorted()
const drillOf = async (name: string) => ((await import(`./drills/${name}.ts`)) as { readonly drill: Drill }).drill

const [name, ...given] = process.argv.slice(2)
if (name === undefined) {
  for (const each of names) console.log(`${each.padEnd(16)} ${(await drillOf(each)).about}`)
} else if (names.includes(name)) {
  process.exitCode = await (await drillOf(name)).run(given)
} else {
  console.error(`There is no drill ${name}; expected one of: ${names.join(', ')}.`)
  process.exitCode = 2
}
