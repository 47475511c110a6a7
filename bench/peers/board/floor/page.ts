/** The floor: the same 12 panels with no library at all, drawn straight to canvas. What is left is the browser. */
import { type BoardNumbers, numbersOf, PLACES, TABLE_COLUMNS } from '../../../board/panels.ts'
import './page.css'

const COLOURS = ['#3562d8', '#e2813b', '#3f9c6b', '#9658c9']
const app = document.getElementById('app')!
const bodies = new Map<string, HTMLElement>()
const number = new Intl.NumberFormat('en')

for (const { id, x, y, w, h } of PLACES) {
  const panel = document.createElement('section')
  panel.style.gridArea = `${y + 1} / ${x + 1} / span ${h} / span ${w}`
  const title = document.createElement('h2')
  title.textContent = id
  const body = document.createElement('div')
  body.className = 'body'
  panel.append(title, body)
  app.append(panel)
  bodies.set(id, body)
}

function pen(id: string): { paint: CanvasRenderingContext2D; width: number; height: number } {
  const body = bodies.get(id)!
  const { clientWidth: width, clientHeight: height } = body
  let canvas = body.querySelector('canvas')
  if (canvas === null) {
    canvas = document.createElement('canvas')
    canvas.width = width
    canvas.height = height
    canvas.style.display = 'block'
    body.append(canvas)
  }
  const paint = canvas.getContext('2d')!
  paint.clearRect(0, 0, width, height)
  paint.fillStyle = '#666'
  paint.strokeStyle = '#eee'
  for (let line = 1; line < 5; line++) paint.strokeRect(30, (height / 5) * line, width - 30, 0)
  return { paint, width, height }
}

function draw(numbers: BoardNumbers): void {
  numbers.kpis.forEach(({ name, value, before }, n) => {
    const body = bodies.get(`kpi${n}`)!
    body.replaceChildren(
      Object.assign(document.createElement('div'), {
        className: 'value',
        textContent: `${name} ${number.format(value)}`,
      }),
      `${number.format(value - before)}`,
    )
  })
  numbers.series.forEach(({ comparing, reference }, n) => {
    const { paint, width, height } = pen(`series${n}`)
    const top = Math.max(...comparing, ...reference)
    for (let tick = 0; tick < 5; tick++)
      paint.fillText(number.format(Math.round((top * (5 - tick)) / 5)), 0, (height / 5) * tick + 10)
    ;[comparing, reference].forEach((values, series) => {
      paint.strokeStyle = COLOURS[series]!
      paint.beginPath()
      values.forEach((value, day) =>
        paint.lineTo(30 + ((width - 30) * day) / values.length, height - (height * value) / top),
      )
      paint.stroke()
    })
  })
  numbers.bars.forEach(({ stacks }, n) => {
    const { paint, width, height } = pen(`bars${n}`)
    const step = (width - 30) / stacks[0]!.length
    const top = Math.max(...stacks[0]!.map((_, hour) => stacks.reduce((sum, stack) => sum + stack[hour]!, 0)))
    stacks[0]!.forEach((_, hour) => {
      let base = height
      stacks.forEach((stack, series) => {
        const tall = (height * stack[hour]!) / top
        paint.fillStyle = COLOURS[series]!
        paint.fillRect(30 + step * hour, base - tall, step * 0.7, tall)
        base -= tall
      })
    })
  })
  const { paint, width, height } = pen('donut')
  const total = numbers.donut.reduce((sum, { value }) => sum + value, 0)
  let from = -Math.PI / 2
  numbers.donut.forEach(({ value }, slice) => {
    const to = from + (value / total) * 2 * Math.PI
    paint.strokeStyle = COLOURS[slice]!
    paint.lineWidth = 30
    paint.beginPath()
    paint.arc(width / 2, height / 2, height / 2 - 30, from, to)
    paint.stroke()
    from = to
  })
  const table = document.createElement('table')
  const head = table.createTHead().insertRow()
  for (const name of ['Store', ...TABLE_COLUMNS])
    head.append(Object.assign(document.createElement('th'), { textContent: name }))
  const rows = table.createTBody()
  // What is in view plus a little: all contestants keep their rows virtual.
  for (const { store, values } of numbers.table.slice(0, 20)) {
    const row = rows.insertRow()
    for (const text of [store, ...values.map((value) => number.format(value))]) row.insertCell().textContent = text
  }
  bodies.get('table')!.replaceChildren(table)
}

draw(numbersOf(0))
window.boardChange = (filter) => draw(numbersOf(filter))
