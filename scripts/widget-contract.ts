/**
 * `npm run contract -- my-widget`: checks widgets (all, when none is named) against the facts of their contract and
 * prints the findings. With `--json` the same for programs: `{ "kpi-table": [{ id, about, sentence, problems, ms }] }`.
 * Exits 1 when a fact does not hold, 2 for an unknown type.
 */
import { openWidget, widgetTypes } from '../tests/widgets/contract/folder.ts'
import { contractOf } from '../tests/widgets/contract/run.ts'
import type { FactResult } from '../tests/widgets/contract/types.ts'

const isJson = process.argv.includes('--json')
const given = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const known = widgetTypes()
const unknown = given.filter((type) => !known.includes(type))
if (unknown.length > 0) {
  console.error(
    `CONTRACT_WIDGET_UNKNOWN: there is no widgets/${unknown.join(', widgets/')}; known are ${known.join(', ')}.`,
  )
  process.exit(2)
}

const found = await Promise.all(
  (given.length > 0 ? given : known).map(async (type) => [type, contractOf(await openWidget(type))] as const),
).catch((cause: unknown) => {
  // A folder that cannot be opened, for example before its schemas are written, says in one line what to do.
  console.error(cause instanceof Error ? cause.message : cause)
  process.exit(1)
})
console.log(isJson ? JSON.stringify(Object.fromEntries(found)) : found.map(inWords).join('\n\n'))
if (found.some(([, results]) => results.some(isBroken))) process.exitCode = 1

function isBroken({ problems }: FactResult): boolean {
  return problems.length > 0
}

function inWords([type, results]: readonly [string, readonly FactResult[]]): string {
  const broken = results.filter(isBroken).length
  return [
    `${type}: ${results.length - broken} of ${results.length} facts hold`,
    ...results.map(
      ({ sentence, problems }) =>
        `  ${problems.length === 0 ? 'ok    ' : 'BROKEN'} ` +
        `${sentence}${problems.map((problem) => `\n           ${problem}`).join('')}`,
    ),
  ].join('\n')
}
