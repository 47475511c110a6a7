/**
 * Where a Chromium is: the one named by CHROMIUM, else the one that came with npm (Linux x64), else an installed Chrome
 * or Chromium. Reports, tests, pictures and benches use the same.
 */
import { execFile } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface FoundChromium {
  readonly executablePath: string
  /** Where it came from, in words. */
  readonly from: string
  readonly args: readonly string[]
  /** Variables beside those of `browserEnvironment`. */
  readonly env: Readonly<Record<string, string>>
}

/**
 * The flags all browsers share. Not the package's own defaults: those hold `--single-process` and
 * `--disable-web-security`. SwiftShader draws in software, so pictures are the same with and without a graphics card.
 * Pages are composed without it: a page that leaves would otherwise wait for its own compositor to end, some tenths of
 * a second after each navigation.
 */
const CHROMIUM_ARGS = [
  '--disable-dev-shm-usage',
  '--no-zygote',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-gpu-compositing',
  '--font-render-hinting=none',
  '--force-color-profile=srgb',
] as const

const INSTALLED: Readonly<Record<string, readonly string[]>> = {
  linux: [
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/usr/bin/google-chrome-stable',
    '/snap/bin/chromium',
    '/opt/google/chrome/chrome',
  ],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  win32: ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].map((name) =>
    join(process.env[name] ?? 'C:\\', 'Google\\Chrome\\Application\\chrome.exe'),
  ),
}

const found = new Map<string | null, Promise<FoundChromium>>()

/** Finds a Chromium, unpacking the one from npm the first time. Throws CHROMIUM_NOT_FOUND with what was tried. */
export function findChromium(named: string | null): Promise<FoundChromium> {
  const known = found.get(named) ?? search(named)
  found.set(named, known)
  return known
}

const isPackaged = () => process.platform === 'linux' && process.arch === 'x64'
const require = createRequire(import.meta.url)
const entryOfPackage = () => require.resolve('@sparticuz/chromium')

/** Whether one will be found, without unpacking anything. */
export function hasChromium(named: string | null): boolean {
  if (named !== null) return existsSync(named)
  if ((INSTALLED[process.platform] ?? []).some((path) => existsSync(path))) return true
  try {
    return isPackaged() && existsSync(entryOfPackage())
  } catch {
    return false
  }
}

async function search(named: string | null): Promise<FoundChromium> {
  const args = [...CHROMIUM_ARGS]
  if (named !== null) {
    if (!existsSync(named))
      throw new Error(
        `CHROMIUM_NOT_FOUND: CHROMIUM names ${named}, which does not exist; expected the path of a Chrome or ` +
          'Chromium program.',
      )
    return { executablePath: named, from: 'CHROMIUM', args, env: {} }
  }
  const tried: string[] = []
  if (isPackaged()) {
    try {
      return { ...(await fromPackage()), from: '@sparticuz/chromium', args: [...args, '--headless=shell'] }
    } catch (cause) {
      tried.push(`@sparticuz/chromium (${cause instanceof Error ? cause.message : String(cause)})`)
    }
  }
  for (const path of INSTALLED[process.platform] ?? []) {
    if (existsSync(path)) return { executablePath: path, from: 'installed', args, env: {} }
    tried.push(path)
  }
  throw new Error(
    `CHROMIUM_NOT_FOUND: no Chrome or Chromium here; set CHROMIUM to its path. Tried ${tried.join(', ')}.`,
  )
}

/** The folder for temporary files is everybody's: what another account put there is not started. */
function requireOwn(folder: string): void {
  const { uid, mode } = statSync(folder)
  if (uid !== userInfo().uid || (mode & 0o022) !== 0)
    throw new Error(`${folder} belongs to another account, or others may write to it`)
}

/** Unpacked once per version and user, in a folder that appears whole: several test processes may start at once. */
async function fromPackage(): Promise<{ executablePath: string; env: Record<string, string> }> {
  const entry = entryOfPackage()
  const { version } = JSON.parse(await readFile(join(dirname(entry), '..', 'package.json'), 'utf8')) as {
    version: string
  }
  const home = join(tmpdir(), `aforo-chromium-${version}-${userInfo().uid}`)
  if (!existsSync(join(home, 'chromium'))) {
    const fresh = await mkdtemp(`${home}-`)
    // A process of its own, because the package unpacks to TMPDIR and nowhere else.
    const code =
      `const { default: chromium, inflate } = await import(${JSON.stringify(entry)}); await ` +
      `chromium.executablePath(); await inflate(${JSON.stringify(join(dirname(entry), '..', 'bin', 'al2023.tar.br'))})`
    await run(process.execPath, ['--input-type=module', '-e', code], { env: { ...harmless(), TMPDIR: fresh } })
    await rename(fresh, home).catch(async (cause: unknown) => {
      await rm(fresh, { recursive: true, force: true })
      if (!existsSync(join(home, 'chromium'))) throw cause
    })
  }
  requireOwn(home)
  const executablePath = join(home, 'chromium')
  const env: Record<string, string> = {}
  // A bare machine lacks libnss3 and fonts; the package brings them.
  const { stdout } = await run('ldd', [executablePath], { env: harmless() }).catch(() => ({ stdout: 'not found' }))
  if (stdout.includes('not found'))
    env.LD_LIBRARY_PATH = [join(home, 'al2023', 'lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':')
  if (!existsSync('/etc/fonts/fonts.conf')) env.FONTCONFIG_PATH = join(home, 'fonts')
  return { executablePath, env }
}

/** Environment variables of the browser; a list, so that it never has a secret, also none that is added later. */
const BROWSER_VARIABLES =
  /^(PATH|HOME|USER|LOGNAME|SHELL|LANG|LANGUAGE|LC_[A-Z]+|TZ|TMPDIR|TEMP|TMP|XDG_[A-Z_]+|FONTCONFIG_[A-Z]+|LD_LIBRARY_PATH|DISPLAY|WAYLAND_DISPLAY|SYSTEMROOT|WINDIR|LOCALAPPDATA|APPDATA|PROGRAMFILES(\(X86\))?|PROGRAMDATA|USERPROFILE)$/i

const harmless = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && BROWSER_VARIABLES.test(entry[0]),
    ),
  )

/** The variables that a browser is started with. */
export const browserEnvironment = ({ env }: Pick<FoundChromium, 'env'>): Record<string, string> => ({
  ...harmless(),
  ...env,
})
