/**
 * `npm run layout -- check|migrate|diff|fmt|schema FILES [--json]`
 *
 * check    every issue with line and column; exits 1 when a file has an error
 * migrate  writes files of an older format, or with older widget options, in today's form
 * diff     two files: what changed, in words
 * fmt      writes files in the one canonical form; with --check only says which are not
 * schema   writes the schema of documents to one file that needs no other, for the editor on a desk
 *
 * With `--server URL` the dashboards of a server are kept as files: scripts/layout/remote.ts.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import type { Issue } from '#engine/types'
import { parseText } from '../src/engine/core/document/parse.ts'
import { isRecord } from '../src/engine/core/document/pointer.ts'
import { diffLayouts, inWords } from '../src/engine/core/document/diff.ts'
import { migrateDocument } from '../src/engine/core/document/migrate.ts'
import { hostNames } from '../server/lib/config.ts'
import { loadLayout, saveLayout, type LoadContext, type LoadedLayout } from '../src/engine/core/graph/validate.ts'
import { sameIds } from './layout/folder.ts'
import { issueLine, type Output, printable } from './layout/output.ts'
import { isRemote, runRemote } from './layout/remote.ts'
import { documentSchema, sourceRegistry, widgetRegistry } from './widget-registry.ts'

const USAGE = 'Usage: npm run layout -- check|migrate|diff|fmt|schema FILES [--json] [--check]'

async function shippedIds(): Promise<ReadonlySet<string>> {
  const shipped = await readdir(resolve(import.meta.dirname, '../layouts'))
  return new Set(shipped.filter((file) => file.endsWith('.json')).map((file) => basename(file, '.json')))
}

/** The id of a document, from its text and not its file name; none where it has none. */
function idsOf(text: string): readonly string[] {
  const { value } = parseText(text)
  return isRecord(value) && typeof value._id === 'string' ? [value._id] : []
}

/** Runs one command on files. `write` is where migrate and fmt put their result. */
export async function runLayout(
  args: readonly string[],
  context: LoadContext,
  write: (file: string, text: string) => Promise<void> = writeFile,
): Promise<Output> {
  const [command = '', ...rest] = args.filter((arg) => !arg.startsWith('--'))
  const flags = new Set(args.filter((arg) => arg.startsWith('--')))
  if (rest.length === 0 || (command === 'diff' && rest.length !== 2))
    return usage(
      command === 'diff'
        ? 'LAYOUT_FILES_MISSING: diff needs two files.'
        : 'LAYOUT_FILES_MISSING: name at least one file.',
    )
  if (command === 'schema') {
    for (const file of rest) await write(file, `${JSON.stringify(documentSchema(context), null, 2)}\n`)
    return { exit: 0, text: rest.map((file) => `${file}: written`).join('\n'), json: rest }
  }
  const texts: string[] = []
  for (const file of rest) {
    const text = await readFile(file, 'utf8').catch(() => null)
    if (text === null) return usage(`LAYOUT_FILE_UNREADABLE: ${file} could not be read.`)
    texts.push(text)
  }
  // Links between files that are checked together lead somewhere.
  const { dashboards } = context
  const known = dashboards && { dashboards: new Set([...dashboards, ...texts.flatMap(idsOf)]) }
  const loaded = texts.map((text) => loadLayout(text, { ...context, ...known }))
  switch (command) {
    case 'check':
      return check(
        rest,
        loaded,
        sameIds(texts.flatMap((text, at) => idsOf(text).map((id) => ({ id, path: rest[at] ?? '' })))),
      )
    case 'diff':
      return diff(loaded as [LoadedLayout, LoadedLayout])
    case 'migrate':
      return rewrite(rest, loaded, write, 'migrated', (one) =>
        one.issues.some(({ code }) => code === 'LAYOUT_MIGRATED' || code === 'WIDGET_MIGRATED'),
      )
    case 'fmt':
      return flags.has('--check')
        ? unformatted(rest, loaded)
        : rewrite(rest, loaded, write, 'formatted', (one) => saveLayout(one) !== one.text)
    default:
      return usage(`LAYOUT_COMMAND_UNKNOWN: "${command}" is no command.`)
  }
}

const usage = (message: string): Output => ({ exit: 2, text: `${message}\n${USAGE}`, json: { error: message } })

/** @param taken what is wrong with the files beside each other */
function check(files: readonly string[], loaded: readonly LoadedLayout[], taken: readonly string[]): Output {
  const count = (severity: Issue['severity']) =>
    loaded.reduce((sum, { issues }) => sum + issues.filter((one) => one.severity === severity).length, 0)
  const lines = loaded.flatMap(({ issues }, i) => issues.map((one) => issueLine(files[i] ?? '', one)))
  const errors = count('error') + taken.length
  const summary =
    `${files.length} ${files.length === 1 ? 'layout' : 'layouts'}: ${errors} errors, ` +
    `${count('warning')} warnings, ${count('info')} notes`
  return {
    exit: errors > 0 ? 1 : 0,
    text: [...lines, ...taken, summary].join('\n'),
    json: files.map((file, i) => ({ file, publishable: loaded[i]?.publishable, issues: loaded[i]?.issues })),
  }
}

function diff([before, after]: [LoadedLayout, LoadedLayout]): Output {
  if (before.document === undefined || after.document === undefined)
    return {
      exit: 2,
      text: 'LAYOUT_UNREADABLE: both files must be JSON documents; run check on them.',
      json: { error: 'LAYOUT_UNREADABLE' },
    }
  const changes = diffLayouts(before.document, after.document)
  return {
    exit: changes.length > 0 ? 1 : 0,
    text: changes.length > 0 ? changes.map(inWords).join('\n') : 'No change.',
    json: changes,
  }
}

async function rewrite(
  files: readonly string[],
  loaded: readonly LoadedLayout[],
  write: (file: string, text: string) => Promise<void>,
  verb: string,
  wanted: (one: LoadedLayout) => boolean,
): Promise<Output> {
  const lines: string[] = []
  let exit: Output['exit'] = 0
  for (const [i, one] of loaded.entries()) {
    const file = files[i] ?? ''
    if (one.document === undefined || one.readOnly) {
      exit = 1
      lines.push(...one.issues.map((found) => issueLine(file, found)), `${file}: left as it is`)
    } else if (wanted(one)) {
      await write(file, saveLayout(one))
      lines.push(`${file}: ${verb}`, ...losses(one).map((id) => `  dropped ${id}`))
    } else lines.push(`${file}: nothing to do`)
  }
  return { exit, text: lines.join('\n'), json: lines }
}

const losses = ({ text }: LoadedLayout): readonly string[] => {
  try {
    return migrateDocument(JSON.parse(text) as Record<string, unknown>).losses
  } catch {
    return []
  }
}

function unformatted(files: readonly string[], loaded: readonly LoadedLayout[]): Output {
  const bad = files.filter((_, i) => {
    const one = loaded[i]
    return one !== undefined && saveLayout(one) !== one.text
  })
  return {
    exit: bad.length > 0 ? 1 : 0,
    text:
      bad.length > 0
        ? bad.map((file) => `${file}: not formatted; run npm run layout -- fmt ${file}`).join('\n')
        : 'All formatted.',
    json: bad,
  }
}

if (import.meta.main) {
  const args = process.argv.slice(2)
  const context = {
    widgets: await widgetRegistry(),
    sources: sourceRegistry(),
    dashboards: await shippedIds(),
    linkHosts: hostNames(process.env),
  }
  const stop = new AbortController()
  if (args[0] === 'watch') process.once('SIGINT', () => stop.abort())
  const print = (text: string) => console.log(printable(text))
  const output = isRemote(args)
    ? await runRemote(args, { context, token: process.env.AFORO_TOKEN, print, signal: stop.signal })
    : await runLayout(args, context)
  print(args.includes('--json') ? JSON.stringify(output.json, null, 2) : output.text)
  process.exitCode = output.exit
}
