/**
 * Chromium has no sandbox when it runs as root. So it runs as a user of its own there, who may have one, who owns
 * nothing, has no capabilities and gets none again: it reads neither the data directory nor the environment of the
 * server.
 */
import { execFile } from 'node:child_process'
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The Linux user without rights. */
const UNPRIVILEGED_UID = 65_534

export interface OwnUser {
  /** To be started in place of the browser. */
  readonly executablePath: string
  readonly env: Readonly<Record<string, string>>
  end(): Promise<void>
}

/** A program that starts the browser as that user, with a folder for what it writes. */
export async function asOwnUser(browser: string): Promise<OwnUser> {
  const folder = await mkdtemp(join(tmpdir(), 'aforo-print-'))
  const home = join(folder, 'home')
  await chmod(folder, 0o755)
  await mkdir(home, { mode: 0o700 })
  await chown(home, UNPRIVILEGED_UID, UNPRIVILEGED_UID)
  // The one that came with npm was unpacked for us alone; others may read it, and write nothing.
  if (dirname(browser).startsWith(tmpdir())) await run('chmod', ['-R', 'a+rX,go-w', dirname(browser)])
  const program = join(folder, 'chromium')
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
  // The last of two equal switches counts: the folder that was made for root is not its own.
  const without = '--clear-groups --no-new-privs --inh-caps=-all --bounding-set=-all'
  const asUnprivileged = `setpriv --reuid=${UNPRIVILEGED_UID} --regid=${UNPRIVILEGED_UID} ${without}`
  await writeFile(
    program,
    `#!/bin/sh\nexec ${asUnprivileged} -- ${quoted(browser)} "$@" --user-data-dir=${quoted(home)}\n`,
    {
      mode: 0o755,
    },
  )
  return {
    executablePath: program,
    env: { HOME: home, TMPDIR: home, XDG_CONFIG_HOME: home, XDG_CACHE_HOME: home },
    end: () => rm(folder, { recursive: true, force: true }),
  }
}
