/** The commands to the printing browser, and the answers to its requests: only the product's, and only reads. */
import { afterEach, describe, expect, test, vi } from 'vitest'
import { chromiumPrinter, PrintError } from './printer.ts'

type Answer = (route: object) => Promise<void>
const browser = {
  commands: [] as unknown[][],
  answer: (async () => undefined) as Answer,
  script: (_lang: string): void => undefined,
  state: 'ready',
  starts: 0,
  failsToStart: 0,
  closed: 0,
  pdf: Buffer.from('/Type /Page /Type/Page /Type /Pages'),
  goto: async (): Promise<void> => undefined,
}
const commandsOf = (name: string) => browser.commands.filter(([what]) => what === name).map(([, ...rest]) => rest)

vi.mock('../../lib/chromium.ts', () => ({
  hasChromium: () => true,
  findChromium: async (chromium: string | null) => {
    if (chromium === 'nowhere') throw new Error('no such file')
    return { executablePath: '/chromium', args: ['--no-zygote'], env: {} }
  },
  browserEnvironment: () => ({ PATH: '/bin' }),
}))
vi.mock('./own-user.ts', () => ({
  asOwnUser: async () => ({ executablePath: '/own', env: { HOME: '/home' }, end: async () => undefined }),
}))
vi.mock('playwright-core', () => {
  const page = {
    setDefaultTimeout: () => undefined,
    emulateMedia: async (how: object) => browser.commands.push(['media', how]),
    goto: async (url: string) => {
      browser.commands.push(['goto', url])
      await browser.goto()
    },
    waitForFunction: async () => ({ jsonValue: async () => browser.state }),
    pdf: async (how: object) => {
      browser.commands.push(['pdf', how])
      return browser.pdf
    },
  }
  const context = {
    addInitScript: async (script: (lang: string) => void, lang: string) => {
      browser.commands.push(['script', lang])
      browser.script = script
    },
    route: async (_all: string, answer: Answer) => {
      browser.answer = answer
    },
    newPage: async () => page,
  }
  return {
    chromium: {
      launch: async (how: object) => {
        browser.starts += 1
        browser.commands.push(['launch', how])
        if (browser.starts <= browser.failsToStart) throw new Error('no sandbox')
        return {
          newContext: async (of: object) => {
            browser.commands.push(['context', of])
            return context
          },
          close: async () => {
            browser.closed += 1
          },
        }
      },
    },
  }
})

const requests: unknown[] = []
const print = (more: object = {}, signal = new AbortController().signal) => {
  Object.assign(browser, {
    commands: [],
    starts: 0,
    failsToStart: 0,
    closed: 0,
    state: 'ready',
    goto: async () => undefined,
  })
  Object.assign(browser, more)
  const warned: unknown[] = []
  const log = { warn: (...said: unknown[]) => warned.push(said) } as never
  const options = {
    chromium: null,
    printSandbox: 'auto',
    publicUrl: 'https://aforo.test:8443/x',
    log,
    ...more,
  } as const
  const printed = chromiumPrinter(options).print({
    path: '/print/7',
    lang: 'ca',
    timeZone: 'Europe/Madrid',
    head: ['Panel <1>', 'Right'],
    foot: 'Page {{page}} of {{pages}}',
    signal,
    ask: async (path, headers) => {
      requests.push([path, headers])
      return { status: 200, headers: { 'content-type': 'text/html' }, body: Buffer.from('ok') }
    },
  })
  return { printed, warned }
}

test('a page is printed as A4 across, in its language and zone, with its lines, and its pages counted', async () => {
  expect(await print().printed).toEqual({ bytes: browser.pdf, pages: 2 })
  expect(commandsOf('goto')).toEqual([['https://aforo.test:8443/print/7']])
  expect(commandsOf('context')).toMatchObject([
    [
      {
        locale: 'ca',
        timezoneId: 'Europe/Madrid',
        serviceWorkers: 'block',
        acceptDownloads: false,
        colorScheme: 'light',
      },
    ],
  ])
  expect([commandsOf('media'), commandsOf('script')]).toEqual([[[{ media: 'print' }]], [['ca']]])
  const [[how]] = commandsOf('pdf') as [[Record<string, unknown>]]
  const margin = { top: '14mm', bottom: '14mm', left: '14mm', right: '14mm' }
  expect(how).toMatchObject({ format: 'A4', landscape: true, margin, displayHeaderFooter: true, printBackground: true })
  expect(String(how.headerTemplate)).toMatch(/<span[^>]*>Panel &lt;1&gt;<\/span><span[^>]*>Right<\/span>/)
  expect(String(how.footerTemplate)).toMatch(/Page <span class="pageNumber">.*of <span class="totalPages">/)
  expect(browser.closed).toBe(1)
})

test('requests of the page to the product are answered here, its beacons are dropped, all others are refused', async () => {
  await print().printed
  const done: unknown[] = []
  const route = (url: string, method = 'GET', headers: object = {}) => ({
    request: () => ({ url: () => url, method: () => method, headers: () => headers }),
    abort: async (why: string) => done.push(['abort', why]),
    fulfill: async (with_: object) => done.push(['fulfill', with_]),
  })
  requests.length = 0
  await browser.answer(route('https://aforo.test:8443/api/me?x=1', 'GET', { accept: 'application/json' }))
  await browser.answer(route('https://aforo.test:8443/a.js'))
  await browser.answer(route('https://aforo.test:8443/visits', 'POST'))
  for (const url of ['https://aforo.test/a.js', 'http://aforo.test:8443/', 'https://evil.test/', 'file:///etc/passwd'])
    await browser.answer(route(url))
  expect(requests).toEqual([
    ['/api/me?x=1', { host: 'aforo.test:8443', accept: 'application/json' }],
    ['/a.js', { host: 'aforo.test:8443', accept: '*/*' }],
  ])
  const page = { status: 200, headers: { 'content-type': 'text/html' }, body: Buffer.from('ok') }
  expect(done).toEqual([
    ['fulfill', page],
    ['fulfill', page],
    ['fulfill', { status: 204 }],
    ...Array.from({ length: 4 }, () => ['abort', 'blockedbyclient']),
  ])
})

test('the browser reaches no network, and is started with a sandbox first; without one the log says so', async () => {
  const { printed, warned } = print({ failsToStart: 1 })
  await printed
  const [first, second] = commandsOf('launch').map(([how]) => how as { chromiumSandbox: boolean; args: string[] })
  expect(first).toMatchObject({ chromiumSandbox: true, proxy: { server: 'http://127.0.0.1:1', bypass: '<-loopback>' } })
  expect([first?.args.includes('--no-zygote'), second?.args.includes('--no-zygote')]).toEqual([false, true])
  expect(first?.args).toContain('--host-resolver-rules=MAP * ~NOTFOUND')
  expect([second?.chromiumSandbox, warned.length]).toEqual([false, 1])
})

test('there is a reason for each failed print: no browser, one that fails, or a page with nothing to show', async () => {
  const failed = async (more: object) => {
    const error = (await print(more).printed.catch((cause: unknown) => cause)) as PrintError
    return [error.kind, error.message, browser.closed]
  }
  expect(await failed({ chromium: 'nowhere' })).toEqual(['noChromium', 'There is no Chromium to print with.', 0])
  expect(await failed({ failsToStart: 9 })).toEqual(['chromium', 'Chromium does not start.', 0])
  expect(await failed({ state: 'failed' })).toEqual(['nothing', 'The page /print/7 cannot be shown.', 1])
  const broken = { goto: () => Promise.reject(new Error('crashed')) }
  expect(await failed(broken)).toEqual(['chromium', 'Chromium failed while printing.', 1])
})

test('a run that is cancelled starts no browser, and closes the one that it has', async () => {
  const reason = new Error('cancelled')
  await expect(print({}, AbortSignal.abort(reason)).printed).rejects.toBe(reason)
  expect(browser.starts).toBe(0)
  const later = new AbortController()
  const { printed } = print(
    {
      goto: () => {
        later.abort(reason)
        return new Promise<void>(() => undefined)
      },
    },
    later.signal,
  )
  await expect(printed).rejects.toBe(reason)
  expect(browser.closed).toBe(1)
})

describe('the browser is started', () => {
  afterEach(() => {
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  })
  const as = (uid: number | undefined, platform: NodeJS.Platform = 'linux') => {
    vi.spyOn(process, 'getuid').mockReturnValue(uid as number)
    vi.spyOn(process, 'platform', 'get').mockReturnValue(platform)
  }
  const starts = () =>
    commandsOf('launch').map(([how]) => {
      const { executablePath, chromiumSandbox } = how as { executablePath: string; chromiumSandbox: boolean }
      return [executablePath, chromiumSandbox]
    })
  const failing = async (more: object = {}) => {
    const { printed, warned } = print({ failsToStart: 9, ...more })
    const error = (await printed.catch((cause: unknown) => cause)) as PrintError
    expect([error.kind, warned]).toEqual(['chromium', []])
    return error.message
  }

  test.each([
    [
      'by root on Linux as a user of its own first, and as root never with a sandbox',
      0,
      'linux',
      'auto',
      [
        ['/own', true],
        ['/own', false],
        ['/chromium', false],
      ],
    ],
    [
      'by another user with a sandbox first',
      1000,
      'linux',
      'auto',
      [
        ['/chromium', true],
        ['/chromium', false],
      ],
    ],
    ['by root elsewhere without one', 0, 'darwin', 'auto', [['/chromium', false]]],
    [
      'without a root user as by another user',
      undefined,
      'win32',
      'auto',
      [
        ['/chromium', true],
        ['/chromium', false],
      ],
    ],
    ['with nothing but a sandbox where one is required, by root', 0, 'linux', 'required', [['/own', true]]],
    ['with nothing but a sandbox where one is required', 1000, 'linux', 'required', [['/chromium', true]]],
    ['not at all by root elsewhere where one is required', 0, 'darwin', 'required', []],
  ] as const)('%s', async (_, uid, platform, printSandbox, tried) => {
    as(uid, platform)
    expect(await failing({ printSandbox })).toBe(
      printSandbox === 'required'
        ? 'Chromium does not start with its sandbox, which PRINT_SANDBOX requires.'
        : 'Chromium does not start.',
    )
    expect(starts()).toEqual(tried)
  })

  test.each([
    [0, 1, 'as a user of its own, without it'],
    [0, 2, 'as root, without it: start the server as another user'],
    [1000, 1, 'without it'],
  ])('as user %i after %i failures with a word of it in the log', async (uid, failsToStart, how) => {
    as(uid)
    const { printed, warned } = print({ failsToStart })
    await printed
    expect(warned).toEqual([
      [
        { cause: 'Error: no sandbox' },
        `Chromium does not start with its sandbox here; reports are printed ${how} (docs/deploy.md says what the ` +
          'sandbox needs)',
      ],
    ])
  })

  test('the way that worked the last time, and only said once', async () => {
    as(1000)
    const warned: unknown[] = []
    const printer = chromiumPrinter({
      chromium: null,
      printSandbox: 'auto',
      publicUrl: 'https://aforo.test',
      log: { warn: (...said: unknown[]) => warned.push(said) } as never,
    })
    const once = () =>
      printer.print({
        path: '/print/7',
        lang: 'es',
        timeZone: 'UTC',
        head: ['a', 'b'],
        foot: 'c',
        signal: new AbortController().signal,
        ask: async () => ({ status: 200, headers: {}, body: Buffer.alloc(0) }),
      })
    Object.assign(browser, { commands: [], starts: 0, failsToStart: 1, state: 'ready', goto: async () => undefined })
    await once()
    await once()
    expect([starts(), warned.length, printer.isThere()]).toEqual([
      [
        ['/chromium', true],
        ['/chromium', false],
        ['/chromium', false],
      ],
      1,
      true,
    ])
  })

  test('with little memory, no resolver, none of our signals, and the environment of its user', async () => {
    as(0)
    await print().printed
    expect(commandsOf('launch')).toEqual([
      [
        {
          executablePath: '/own',
          headless: true,
          chromiumSandbox: true,
          proxy: { server: 'http://127.0.0.1:1', bypass: '<-loopback>' },
          env: { PATH: '/bin', HOME: '/home' },
          args: [
            '--js-flags=--max-old-space-size=512',
            '--renderer-process-limit=1',
            '--host-resolver-rules=MAP * ~NOTFOUND',
          ],
          handleSIGINT: false,
          handleSIGTERM: false,
          handleSIGHUP: false,
        },
      ],
    ])
  })

  test('as wide as a screen that has the large grid, without motion; its page knows that there is a session, and no token', async () => {
    await print().printed
    expect(commandsOf('context')).toMatchObject([[{ viewport: { width: 1303, height: 900 }, reducedMotion: 'reduce' }]])
    const kept = new Map<string, string>()
    vi.stubGlobal('localStorage', { setItem: (key: string, value: string) => kept.set(key, value) })
    browser.script('ca')
    expect([...kept]).toEqual([
      ['access_token', 'report'],
      ['aforo.locale', 'ca'],
    ])
  })
})

test('the lines above and under a page have a size of their own, and the page is tagged and outlined', async () => {
  await print().printed
  const [[how]] = commandsOf('pdf') as [[Record<string, unknown>]]
  const style =
    'display:flex;justify-content:space-between;width:100%;margin:0 14mm;font-size:8px;font-family:Inter,&quot;Open ' +
    'Sans&quot;,Arial,sans-serif;color:#555'
  expect(how.headerTemplate).toBe(`<div style="${style}"><span>Panel &lt;1&gt;</span><span>Right</span></div>`)
  expect(how.footerTemplate).toBe(
    `<div style="${style}"><span></span><span>Page <span class="pageNumber"></span> of <span ` +
      'class="totalPages"></span></span></div>',
  )
  expect([how.scale, how.tagged, how.outline]).toEqual([0.78, true, true])
})

test('a request of a page that is being closed costs nothing', async () => {
  await print().printed
  const route = {
    request: () => ({ url: () => 'https://aforo.test:8443/', method: () => 'GET', headers: () => ({}) }),
    fulfill: () => Promise.reject(new Error('closed')),
  }
  await expect(browser.answer(route)).resolves.toBe(undefined)
})
