/**
 * Prints a page of the product with a browser that sees nothing but the product: every request it makes is answered in
 * this process, everything else is refused, and no connection leaves it. It lives for one report.
 */
import type { FastifyBaseLogger } from 'fastify'
import type { Browser, BrowserContext, Route } from 'playwright-core'
import type { ReportWhat } from '#schemas/generated/api/report-what.ts'
import { browserEnvironment, findChromium, hasChromium } from '../../lib/chromium.ts'
import { escaped, markup } from '../mail/compose.ts'
import type { Ask } from './ask.ts'
import { asOwnUser } from './own-user.ts'

export interface PrintOf {
  /** Below the product's address. */
  readonly path: string
  readonly ask: Ask
  readonly lang: ReportWhat['lang']
  readonly timeZone: string
  /** Above every page, left and right. */
  readonly head: readonly [string, string]
  /** Under every page, with `{{page}}` and `{{pages}}`. */
  readonly foot: string
  readonly signal: AbortSignal
}

/** `NOTHING`: the page says that it cannot be shown. */
export class PrintError extends Error {
  readonly kind: 'noChromium' | 'chromium' | 'nothing'
  constructor(kind: PrintError['kind'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'PrintError'
    this.kind = kind
  }
}

export interface Printer {
  /** Whether there is a Chromium. */
  isThere(): boolean
  /** A4, landscape. Throws PrintError, or the reason of the signal. */
  print(of: PrintOf): Promise<{ readonly bytes: Buffer; readonly pages: number }>
}

/** As `@page` says in the page's own styles, which win. */
const MARGIN_MM = 14
/** At this scale A4 landscape between its margins is as wide as a screen that has the large grid. */
const SCALE = 0.78
const VIEWPORT = { width: Math.floor((((297 - 2 * MARGIN_MM) / 25.4) * 96) / SCALE), height: 900 }
/** Of the page's own memory. */
const HEAP_MB = 512
/** Nothing listens there: what slips past the answers below goes nowhere. */
const NOWHERE = { server: 'http://127.0.0.1:1', bypass: '<-loopback>' }

export interface PrinterOptions {
  readonly chromium: string | null
  /** `required`: a browser that gets no sandbox is not started at all. */
  readonly printSandbox: 'auto' | 'required'
  readonly publicUrl: string
  readonly log: Pick<FastifyBaseLogger, 'warn'>
}

/** How the browser is kept away from the server's data. */
interface Guard {
  readonly sandbox: boolean
  readonly ownUser: boolean
}

/** The strongest first. Chromium has no sandbox for root, but it has one for the user that it gets there. */
function guards(printSandbox: PrinterOptions['printSandbox']): Guard[] {
  const isRoot = process.getuid?.() === 0
  const users = isRoot && process.platform === 'linux' ? [true, false] : [false]
  const all = users.flatMap((ownUser) => [true, false].map((sandbox) => ({ sandbox, ownUser })))
  return all.filter(({ sandbox, ownUser }) => (sandbox ? ownUser || !isRoot : printSandbox !== 'required'))
}

/** The log message about a browser without its sandbox. */
function lacks({ ownUser }: Guard): string {
  const how = ownUser
    ? 'as a user of its own, without it'
    : process.getuid?.() === 0
      ? 'as root, without it: start the server as another user'
      : 'without it'
  return (
    `Chromium does not start with its sandbox here; reports are printed ${how} (docs/deploy.md says what the ` +
    'sandbox needs)'
  )
}

/** Starts a browser, as well guarded as it can be here. `end`: removes what was made for it, once it is closed. */
function browserLauncher({ chromium, printSandbox, log }: Omit<PrinterOptions, 'publicUrl'>) {
  /** From what started last on: what is stronger did not start here. */
  let left = guards(printSandbox)

  return async (): Promise<{ browser: Browser; end: () => Promise<void> }> => {
    const found = await findChromium(chromium).catch((cause: unknown) => {
      throw new PrintError('noChromium', 'There is no Chromium to print with.', { cause })
    })
    const { chromium: program } = await import('playwright-core')
    const args = [
      ...found.args,
      `--js-flags=--max-old-space-size=${HEAP_MB}`,
      '--renderer-process-limit=1',
      '--host-resolver-rules=MAP * ~NOTFOUND',
    ]
    const start = (sandbox: boolean, { executablePath, env } = { executablePath: found.executablePath, env: {} }) =>
      program.launch({
        executablePath,
        headless: true,
        chromiumSandbox: sandbox,
        proxy: NOWHERE,
        env: { ...browserEnvironment(found), ...env },
        args: sandbox ? args.filter((arg) => arg !== '--no-zygote') : args,
        handleSIGINT: false,
        handleSIGTERM: false,
        handleSIGHUP: false,
      })
    let cause: unknown
    for (const [at, guard] of left.entries()) {
      const own = guard.ownUser ? await asOwnUser(found.executablePath) : undefined
      try {
        const browser = await start(guard.sandbox, own)
        if (at > 0 && !guard.sandbox) log.warn({ cause: String(cause).slice(0, 400) }, lacks(guard))
        left = left.slice(at)
        return { browser, end: own?.end ?? (() => Promise.resolve()) }
      } catch (failure) {
        cause = failure
        await own?.end()
      }
    }
    const message =
      printSandbox === 'required'
        ? 'Chromium does not start with its sandbox, which PRINT_SANDBOX requires.'
        : 'Chromium does not start.'
    throw new PrintError('chromium', message, { cause })
  }
}

export function chromiumPrinter({ chromium, printSandbox, publicUrl, log }: PrinterOptions): Printer {
  const { origin, host } = new URL(publicUrl)
  const launch = browserLauncher({ chromium, printSandbox, log })

  const answer =
    (ask: Ask) =>
    async (route: Route): Promise<void> => {
      const request = route.request()
      const url = new URL(request.url())
      if (url.origin !== origin) return route.abort('blockedbyclient')
      // Reports of the page itself (visits, violations of its policy) are not needed here.
      if (request.method() !== 'GET') return route.fulfill({ status: 204 })
      const { status, headers, body } = await ask(`${url.pathname}${url.search}`, {
        host,
        accept: request.headers().accept ?? '*/*',
      })
      await route.fulfill({ status, headers, body })
    }

  async function contextOf(browser: Browser, { ask, lang, timeZone }: PrintOf): Promise<BrowserContext> {
    const context = await browser.newContext({
      locale: lang,
      timezoneId: timeZone,
      viewport: VIEWPORT,
      colorScheme: 'light',
      reducedMotion: 'reduce',
      serviceWorkers: 'block',
      acceptDownloads: false,
    })
    // The page only needs to know that an account is signed in; the token itself is put in by `ask`, outside of it.
    await context.addInitScript((locale) => {
      localStorage.setItem('access_token', 'report')
      localStorage.setItem('aforo.locale', locale)
    }, lang)
    // A request of a page that is being closed is not answered any more.
    await context.route('**/*', (route) => answer(ask)(route).catch(() => undefined))
    return context
  }

  async function printed(browser: Browser, of: PrintOf): Promise<{ bytes: Buffer; pages: number }> {
    const page = await (await contextOf(browser, of)).newPage()
    page.setDefaultTimeout(0)
    await page.emulateMedia({ media: 'print' })
    await page.goto(`${origin}${of.path}`)
    const state = await page.waitForFunction(() => document.documentElement.dataset.report)
    if ((await state.jsonValue()) !== 'ready') throw new PrintError('nothing', `The page ${of.path} cannot be shown.`)
    const bytes = await page.pdf({
      format: 'A4',
      landscape: true,
      scale: SCALE,
      margin: { top: `${MARGIN_MM}mm`, bottom: `${MARGIN_MM}mm`, left: `${MARGIN_MM}mm`, right: `${MARGIN_MM}mm` },
      printBackground: true,
      tagged: true,
      outline: true,
      displayHeaderFooter: true,
      headerTemplate: line(of.head.map((text) => [text])),
      footerTemplate: line([[], of.foot.split(/(\{\{pages?\}\})/)]),
    })
    return { bytes, pages: bytes.toString('latin1').match(/\/Type ?\/Page\b/g)?.length ?? 0 }
  }

  return {
    isThere: () => hasChromium(chromium),

    async print(of) {
      of.signal.throwIfAborted()
      const { browser, end } = await launch()
      const close = async () => {
        await browser.close().catch(() => undefined)
        await end()
      }
      try {
        return await Promise.race([
          printed(browser, of),
          new Promise<never>((_, reject) => {
            of.signal.addEventListener(
              'abort',
              () => {
                reject(of.signal.reason as Error)
              },
              { once: true },
            )
          }),
        ])
      } catch (cause) {
        of.signal.throwIfAborted()
        throw cause instanceof PrintError
          ? cause
          : new PrintError('chromium', 'Chromium failed while printing.', { cause })
      } finally {
        await close()
      }
    },
  }
}

const COUNTERS: Readonly<Record<string, string>> = { '{{page}}': 'pageNumber', '{{pages}}': 'totalPages' }

/**
 * The line above or under a page. Chromium fills in the numbers; its own styles are so small that they must be said.
 */
const line = (parts: readonly (readonly string[])[]) =>
  markup(
    'div',
    {
      style:
        'display:flex;justify-content:space-between;width:100%;margin:0 ' +
        `${MARGIN_MM}mm;font-size:8px;font-family:Inter,"Open Sans",Arial,sans-serif;color:#555`,
    },
    parts.map((part) =>
      markup(
        'span',
        {},
        part.map((text) =>
          Object.hasOwn(COUNTERS, text) ? markup('span', { class: COUNTERS[text] ?? '' }, []) : escaped(text),
        ),
      ),
    ),
  )
