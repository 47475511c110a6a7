/**
 * `npm run bench [-- kernels|csv|table|board|stores|locals|editor|status|ingest|uploads|imports|server ...]`: runs the
 * benches one after the other, each in a process of its own, and writes what they print to bench/out/summary.md. Exit
 * code 1 when one of them failed or missed a goal.
 */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const PARTS: Readonly<Record<string, { about: string; files: readonly string[] }>> = {
  kernels: { about: 'sums and loading in a browser worker', files: ['kernels/run.ts'] },
  csv: { about: 'CSV of 22 columns', files: ['csv/run.ts'] },
  table: { about: 'sorting and drawing long tables', files: ['table/run.ts', 'table/view/run.ts'] },
  board: { about: 'a dashboard of 12 panels and Compare', files: ['board/run.ts'] },
  stores: { about: 'a filter change on 300 stores and two years', files: ['stores/run.ts'] },
  locals: { about: 'the list of 50,000 locals, and the import of 10,000', files: ['locals/run.ts'] },
  editor: {
    about: 'a dashboard of 100 widgets in the editor: checked, dragged, changed as text',
    files: ['editor/run.ts'],
  },
  status: { about: 'judging 5,000 footscans and answering Footscan Status', files: ['status/run.ts'] },
  ingest: { about: 'durable ingest against a plain POST', files: ['ingest/run.ts'] },
  uploads: { about: 'a million rows in, 31 days out', files: ['uploads/run.ts'] },
  imports: { about: 'files of counts: read, stored, weighed', files: ['imports/run.ts'] },
  server: { about: 'compare calls against raw DuckDB', files: ['server.ts'] },
}

/** Runs one file; what it prints goes to the terminal and is kept. */
function runFile(file: string, given: readonly string[]): Promise<{ code: number; printed: string }> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [join('bench', file), ...given], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let printed = ''
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
      process.stdout.write(chunk)
    })
    child.on('error', fail)
    child.on('exit', (code) => done({ code: code ?? 1, printed }))
  })
}

const given = process.argv.slice(2)
const chosen = given.filter((argument) => !/^(\d+$|--)/.test(argument))
const unknown = chosen.filter((part) => !(part in PARTS))
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}; expected ${Object.keys(PARTS).join(', ')}.`)
  process.exit(2)
}
// Rounds and --only mean something to one part alone.
const passedOn = chosen.length === 1 ? given.filter((argument) => !chosen.includes(argument)) : []

const blocks: string[] = []
let failed = 0
for (const [part, { about, files }] of Object.entries(PARTS)) {
  if (chosen.length > 0 && !chosen.includes(part)) continue
  for (const file of files) {
    if (!existsSync(join(root, 'bench', file))) throw new Error(`bench/${file} is missing.`)
    console.error(`bench: ${part}, ${about} (bench/${file})`)
    const { code, printed } = await runFile(file, passedOn)
    if (code !== 0) failed++
    // Benches that print Markdown are taken as they are; the rest as text.
    blocks.push(printed.startsWith('## ') ? printed.trimEnd() : `## ${part}\n\n\`\`\`\n${printed.trimEnd()}\n\`\`\``)
  }
}

const out = join(root, 'bench/out')
await mkdir(out, { recursive: true })
await writeFile(
  join(out, 'summary.md'),
  `# Bench, ${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC\n\n${blocks.join('\n\n')}\n`,
)
console.error(`bench: summary in bench/out/summary.md${failed > 0 ? `; ${failed} missed a goal or failed` : ''}`)
process.exitCode = failed > 0 ? 1 : 0
