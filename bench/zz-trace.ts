import { launchChromium } from '../scripts/chromium.ts'
import { enter } from './board/contestants.ts'
import { newContext, openBoard } from './board/measure.ts'
const id = process.argv[2] ?? 'ours'
const field = await enter([id])
const browser = await launchChromium()
try {
  const c = field.contestants[0]!
  const context = await newContext(browser); await c.prepare?.(context)
  const page = await context.newPage()
  await openBoard(page, c)
  const change = async (n: number) => { await page.evaluate((f) => { window.boardProbe.begin(); window.boardChange?.(f) }, n); await page.waitForFunction(() => window.boardProbe.quietMs() > 350, undefined, { polling: 100 }); return (await page.evaluate(() => window.boardProbe.report())).paintedMs }
  const times: number[] = []
  for (let n = 1; n <= 12; n++) times.push(Math.round(await change(n)))
  console.log(id, 'changes', times.join(' '))
  await browser.startTracing(page, { categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'toplevel', 'blink.user_timing', 'v8'] } as never)
  await page.evaluate(() => { performance.mark('begin') })
  const painted = await change(13)
  const buf = await browser.stopTracing()
  const { traceEvents: ev } = JSON.parse(buf.toString()) as any
  const names = new Map<string, string>()
  for (const e of ev) if (e.name === 'thread_name') names.set(`${e.pid}:${e.tid}`, e.args.name)
  const t0 = ev.find((e: any) => e.name === 'begin')?.ts
  const pid = ev.find((e: any) => e.name === 'begin')?.pid
  console.log('painted', painted.toFixed(1))
  const rows: string[] = []
  for (const e of ev) {
    if (e.ph !== 'X' || e.pid !== pid || e.ts < t0 || e.ts > t0 + painted * 1000 + 20000) continue
    const th = names.get(`${e.pid}:${e.tid}`) ?? ''
    if (!/CrRendererMain|Dedicated|Compositor$/.test(th)) continue
    if ((e.dur ?? 0) < 400) continue
    if (!/RunTask|FunctionCall|FireAnimationFrame|Layout|UpdateLayoutTree|Paint|Commit|GC|HandlePostMessage|EvaluateScript|PrePaint|Layerize|EventDispatch|TimerFire|RunMicrotasks/i.test(e.name)) continue
    rows.push(`${((e.ts - t0) / 1000).toFixed(1).padStart(7)} ${(e.dur / 1000).toFixed(1).padStart(6)} ${th.slice(0, 16).padEnd(16)} ${e.name} ${e.args?.data?.functionName ?? ''} ${(e.args?.data?.url ?? '').split('/').pop() ?? ''}:${e.args?.data?.lineNumber ?? ''}`)
  }
  rows.sort((a, b) => Number(a.slice(0, 7)) - Number(b.slice(0, 7)))
  console.log(rows.join('\n'))
} finally { await browser.close(); await field.stop() }
process.exit(0)
