/** Applies each file of a folder as it is saved. */
import { watch } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isLayoutName, type LayoutFile, layoutFile, readFolder, sameIds } from './folder.ts'
import { failed, type Output } from './output.ts'
import type { RemoteParts } from './remote.ts'
import { ServerError } from './server.ts'

/** Programs save in more than one step: what is written within this time is one save. */
const QUIET_MS = 150

interface Parts extends RemoteParts {
  /** `onSaved`: what it wrote into a file itself. */
  readonly apply: (file: LayoutFile, onSaved: (path: string, text: string) => void) => Promise<Output>
}

/**
 * Until it is stopped, or the server refuses the token. Errors of a file are reported, and it waits for the next save;
 * it also waits for a server that does not answer.
 */
export async function watchFolder(folder: string, { context, print, signal, apply }: Parts): Promise<Output> {
  const isFolder = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  )
  if (!isFolder) return failed(`LAYOUT_FOLDER_UNREADABLE: ${folder} could not be read.`)
  /** The known state of each file: an own write, or a save without a change, is nothing new. */
  const seen = new Map((await readFolder(folder, context))?.map(({ path, text }) => [path, text]))
  const waiting = new Set<string>()
  let wake = () => {}
  const watcher = watch(folder, { signal })
  watcher.on('change', (_event, name) => {
    if (typeof name !== 'string' || !isLayoutName(name)) return
    waiting.add(join(folder, name))
    wake()
  })
  const ended = new Promise<void>((resolve, reject) => {
    watcher.once('close', resolve)
    watcher.once('error', (cause: NodeJS.ErrnoException) => (cause.name === 'AbortError' ? resolve() : reject(cause)))
  })
  signal.addEventListener('abort', () => wake(), { once: true })
  print(`Watching ${folder}; Ctrl+C ends it.`)
  let isRefused = false
  while (!signal.aborted && !isRefused) {
    if (waiting.size === 0)
      await new Promise<void>((resolve) => {
        wake = resolve
        if (signal.aborted) resolve()
      })
    await pause(QUIET_MS, undefined, { signal }).catch(() => undefined)
    const paths = [...waiting]
    waiting.clear()
    for (const path of paths) if (!signal.aborted && !isRefused) isRefused = await applySaved(path)
  }
  watcher.close()
  await ended
  return isRefused
    ? {
        exit: 1,
        text: 'No longer watching: the server refuses the token. Make another one and start again.',
        json: null,
      }
    : { exit: 0, text: 'No longer watching.', json: null }

  /** True when the token was refused: what is saved later would be refused too. */
  async function applySaved(path: string): Promise<boolean> {
    const text = await readFile(path, 'utf8').catch(() => null)
    // Removed, or between two steps of a save: on the server it stays.
    if (text === null || text.trim() === '' || seen.get(path) === text) return false
    seen.set(path, text)
    const others = ((await readFolder(folder, context)) ?? []).filter((one) => one.path !== path)
    const file = layoutFile(path, text, context)
    const taken = sameIds([...others, file]).filter((line) => line.includes(path))
    if (taken.length > 0) {
      print(taken.join('\n'))
      return false
    }
    try {
      const { text: said, isTokenRefused = false } = await apply(file, (own, written) => seen.set(own, written))
      print(said)
      return isTokenRefused
    } catch (cause) {
      if (!(cause instanceof ServerError)) throw cause
      print(`${cause.code}: ${cause.message}`)
      return cause.isTokenRefused
    }
  }
}
