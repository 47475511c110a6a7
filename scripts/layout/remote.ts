/**
 * `npm run layout -- export|diff|apply|watch DIR --server URL`
 *
 * export   every dashboard that the token may read, one file each; those of the product only with --built-in
 * diff     what applying the folder would change, in words; exits 1 when something differs
 * apply    checks every file, then publishes what differs; one error or conflict, and nothing is published
 * watch    applies each file as it is saved, until Ctrl+C or until the token is refused
 *
 * The token is in AFORO_TOKEN.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { inWords } from '../../src/engine/core/document/diff.ts'
import { loadLayout, type LoadContext, saveLayout } from '../../src/engine/core/graph/validate.ts'
import type { DashboardDocument } from '#schemas/generated/entities/dashboard-document.ts'
import { ID, type LayoutFile, readFolder, sameIds, save, saveUnlessChanged } from './folder.ts'
import { failed, type Output, refusalLine } from './output.ts'
import { changesBetween, checked, compared, meanwhile, type Step } from './plan.ts'
import { type LayoutServer, layoutServer, ServerError } from './server.ts'
import { watchFolder } from './watch.ts'

export const REMOTE_USAGE =
  'Usage: npm run layout -- export|diff|apply|watch DIR --server URL [--json] [--dry-run] [--built-in]\n' +
  'The API token is in the environment: AFORO_TOKEN.'

const COMMANDS = ['export', 'diff', 'apply', 'watch'] as const
type Command = (typeof COMMANDS)[number]
const FLAGS = ['--json', '--dry-run', '--built-in']

export interface RemoteParts {
  readonly context: LoadContext
  readonly token: string | undefined
  /** Lines of `watch`, as they come. */
  readonly print: (line: string) => void
  /** Ends `watch`. */
  readonly signal: AbortSignal
}

/** Whether these arguments are about a server. */
export const isRemote = (args: readonly string[]): boolean =>
  args[0] === 'export' ||
  args[0] === 'apply' ||
  args[0] === 'watch' ||
  args.some((arg) => /^--(server|token)(=|$)/.test(arg))

export async function runRemote(args: readonly string[], parts: RemoteParts): Promise<Output> {
  const wanted = parsed(args)
  if (typeof wanted === 'string') return failed(`${wanted}\n${REMOTE_USAGE}`)
  const { command, folder, address, flags } = wanted
  const { context, token = '' } = parts
  if (token.trim() === '')
    return failed('LAYOUT_TOKEN_MISSING: AFORO_TOKEN holds no API token; make one in the profile of your account.')
  try {
    const server = layoutServer(address, token.trim())
    if (command === 'export') return await exported(server, folder, context, flags.has('--built-in'))
    // A refused token is reported now, not with the first save.
    if (command === 'watch') await server.list()
    if (command === 'watch')
      return await watchFolder(folder, {
        ...parts,
        apply: (file, onSaved) => applied(server, [file], context, { onSaved }),
      })
    const files = await readFolder(folder, context)
    if (files === null) return failed(`LAYOUT_FOLDER_UNREADABLE: ${folder} could not be read.`)
    if (files.length === 0) return failed(`LAYOUT_FOLDER_EMPTY: ${folder} holds no file that ends in .json.`)
    const taken = sameIds(files)
    if (taken.length > 0) return { exit: 1, text: taken.join('\n'), json: { refused: taken } }
    return command === 'diff'
      ? await differing(server, files, context)
      : await applied(server, files, context, { isDry: flags.has('--dry-run') })
  } catch (cause) {
    if (!(cause instanceof ServerError)) throw cause
    return failed(`${cause.code}: ${cause.message}`)
  }
}

interface RemoteCommand {
  readonly command: Command
  readonly folder: string
  readonly address: string
  readonly flags: ReadonlySet<string>
}

/** The result, or the error. */
function parsed(args: readonly string[]): RemoteCommand | string {
  const rest: string[] = []
  const flags = new Set<string>()
  let address: string | undefined
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? ''
    if (arg === '--server') address = args[++at]
    else if (arg.startsWith('--server=')) address = arg.slice('--server='.length)
    // Not repeated: what was typed is in the history of the shell already.
    else if (/^--token(=|$)/.test(arg))
      return (
        'LAYOUT_TOKEN_NOT_ALLOWED: Other people of this machine see a command line. Put the token into ' +
        'AFORO_TOKEN, and revoke the one that you typed.'
      )
    else if (arg.startsWith('--')) {
      if (!FLAGS.includes(arg)) return `LAYOUT_FLAG_UNKNOWN: ${arg} is no option.`
      flags.add(arg)
    } else rest.push(arg)
  }
  const [name = '', folder, ...more] = rest
  const command = COMMANDS.find((one) => one === name)
  if (command === undefined) return `LAYOUT_COMMAND_UNKNOWN: "${name}" is no command for a server.`
  if (folder === undefined || more.length > 0) return `LAYOUT_FOLDER_MISSING: ${command} needs one folder.`
  if (address === undefined || address === '') return `LAYOUT_SERVER_MISSING: ${command} needs --server URL.`
  return { command, folder, address, flags }
}

async function exported(
  server: LayoutServer,
  folder: string,
  context: LoadContext,
  withBuiltIn: boolean,
): Promise<Output> {
  const list = await server.list()
  await mkdir(folder, { recursive: true })
  const there = (await readFolder(folder, context)) ?? []
  const taken = sameIds(there)
  if (taken.length > 0) return { exit: 1, text: taken.join('\n'), json: { refused: taken } }
  const lines: string[] = []
  const kept: string[] = []
  for (const { id, name, builtIn } of list) {
    if (builtIn && !withBuiltIn) continue
    if (!ID.test(id)) return failed(`LAYOUT_SERVER_UNEXPECTED: The server names a dashboard ${JSON.stringify(id)}.`)
    const theirs = await server.find(id)
    const text = saveLayout(loadLayout(theirs.text, context))
    const path = join(folder, `${id}.json`)
    const file = there.find((one) => one.id === id) ?? there.find((one) => one.path === path)
    if (file?.text.trimEnd() === text.trimEnd()) continue
    if (file !== undefined && (await isChangedHere(server, file, theirs, context))) {
      kept.push(
        refusalLine(
          file.path,
          'LAYOUT_CHANGED_HERE',
          `It has changes that are not published and was left as it is. Apply it, or move it away and export again.`,
        ),
      )
      continue
    }
    await save(file?.path ?? path, text)
    lines.push(`${file?.path ?? path}: ${name}`)
  }
  return {
    exit: kept.length > 0 ? 1 : 0,
    text: [...lines, ...kept, lines.length === 0 ? 'Nothing to write.' : `${lines.length} written.`].join('\n'),
    json: { written: lines, kept },
  }
}

/** Whether a file says something else than the revision that it began with: a change that only this folder has. */
async function isChangedHere(
  server: LayoutServer,
  file: LayoutFile,
  theirs: DashboardDocument,
  context: LoadContext,
): Promise<boolean> {
  const { document } = file.loaded
  if (document === undefined || file.id !== theirs.entry.id) return true
  const began =
    file.revision === theirs.revision
      ? theirs
      : await server.revision(file.id, file.revision).catch((cause: unknown) => {
          if (cause instanceof ServerError && !cause.isFinal) return null
          throw cause
        })
  return began === null || changesBetween(began.text, document, context).length > 0
}

async function planned(server: LayoutServer, files: readonly LayoutFile[], context: LoadContext) {
  const list = await server.list()
  const known = new Map(list.map((entry) => [entry.id, entry]))
  const steps: Step[] = []
  for (const file of files) steps.push(await compared(file, { server, known, context }))
  return { list, steps }
}

async function differing(server: LayoutServer, files: readonly LayoutFile[], context: LoadContext): Promise<Output> {
  const { list, steps } = await planned(server, files, context)
  const differ = steps.filter(({ does }) => does !== 'same')
  const ids = new Set(files.map(({ id }) => id))
  const elsewhere = list.filter(({ id, mayEdit }) => mayEdit && !ids.has(id))
  return {
    exit: differ.length > 0 ? 1 : 0,
    text: [
      ...differ.flatMap(({ lines }) => lines),
      ...(differ.length === 0 ? ['No change.'] : []),
      ...elsewhere.map(({ id, name }) => `Not in the folder: ${id} ${name}`),
    ].join('\n'),
    json: {
      files: differ.map(({ file, does, changes }) => ({ file: file.path, does, changes: changes.map(inWords) })),
      notInFolder: elsewhere.map(({ id }) => id),
    },
  }
}

/** All or nothing, as far as can be known before: errors and conflicts are found before the first is published. */
async function applied(
  server: LayoutServer,
  files: readonly LayoutFile[],
  context: LoadContext,
  { isDry = false, onSaved }: { isDry?: boolean; onSaved?: (path: string, text: string) => void } = {},
): Promise<Output> {
  const { steps: before } = await planned(server, files, context)
  const steps: Step[] = []
  for (const step of before) steps.push(await checked(step, server))
  const lines = steps.flatMap((step) => step.lines)
  const json = steps.map(({ file, does, changes }) => ({ file: file.path, does, changes: changes.map(inWords) }))
  const to = steps.filter(({ does }) => does === 'new' || does === 'publish')
  if (steps.some(({ does }) => does === 'refused' || does === 'conflict'))
    return { exit: 1, text: [...lines, 'Nothing was published.'].join('\n'), json }
  if (to.length === 0) return { exit: 0, text: [...lines, 'No change.'].join('\n'), json }
  if (isDry) return { exit: 0, text: [...lines, `${to.length} would be published.`].join('\n'), json }
  for (const [at, { file, does }] of to.entries()) {
    try {
      const done = does === 'new' ? await made(server, file) : await server.publish(file.id, file.revision, file.text)
      const { revision, text, entry } = done
      const written = await saveUnlessChanged(file, { id: entry.id, revision, text })
      if (written !== null) onSaved?.(file.path, written)
      lines.push(`${file.path}: published as revision ${revision}${does === 'new' ? ` of ${entry.id}` : ''}`)
      if (written === null) lines.push(`${file.path}: saved again meanwhile, and not overwritten.`)
    } catch (cause) {
      if (!(cause instanceof ServerError)) throw cause
      const { code, message, details } = cause
      lines.push(
        ...(code === 'DASHBOARD_CONFLICT'
          ? await meanwhile(file, details as unknown as Pick<DashboardDocument, 'revision' | 'text'>, {
              server,
              context,
            })
          : [`${file.path}: ${code} ${message}`]),
        `${at} of ${to.length} published.`,
      )
      return { exit: 1, text: lines.join('\n'), json, isTokenRefused: cause.isTokenRefused }
    }
  }
  return { exit: 0, text: [...lines, `${to.length} published.`].join('\n'), json }
}

/** Its file gets the id that the server gave. */
async function made(server: LayoutServer, { text }: LayoutFile): Promise<DashboardDocument> {
  return server.find((await server.create(text)).id)
}
