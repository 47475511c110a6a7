/**
 * The schedule manager: who may open it, a week drawn with the mouse and with the keys, and holidays that close a day.
 */
import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { signIn, visitor } from './browser.ts'
import type { Stage } from './browser.ts'

const SCHEDULE = '/users/management/schedule'

async function asOperator(width?: number): Promise<Stage> {
  const stage = await visitor({ locale: 'es', height: 1400, ...(width !== undefined && { width }) })
  await signIn(stage.page, 'operator')
  return stage
}

const names = (page: Page) =>
  page.locator('[data-shift]').evaluateAll((shifts) => shifts.map((one) => one.getAttribute('aria-label') ?? ''))

/** Presses at one place of the week and lets go at another; days from 1 = Monday, minutes of the day. */
async function drag(
  page: Page,
  from: readonly [day: number, minute: number],
  to: readonly [day: number, minute: number],
  meanwhile?: () => Promise<void>,
): Promise<void> {
  const box = await page.getByRole('group', { name: 'Turnos de la semana' }).boundingBox()
  if (box === null) throw new Error('There is no week to drag in.')
  const at = ([day, minute]: readonly [number, number]) =>
    [box.x + (box.width * (day - 0.5)) / 7, box.y + (box.height * minute) / 1440] as const
  await page.mouse.move(...at(from))
  await page.mouse.down()
  await page.mouse.move(...at(to), { steps: 3 })
  await meanwhile?.()
  await page.mouse.up()
}

test('who lacks scheduleManager is sent to the root', async () => {
  const { page, close } = await visitor({ locale: 'es' })
  await signIn(page, 'analyst')
  for (const path of [SCHEDULE, '/management/schedule']) {
    await page.goto(path)
    await page.waitForURL((url) => url.pathname === '/users')
  }
  await close()
})

test('a week is drawn by mouse and keys, covers what would leave it, is saved and stays chosen', async () => {
  const { page, problems, close } = await asOperator()
  await page.goto(SCHEDULE)
  await page.getByRole('heading', { name: 'Horarios', level: 1 }).waitFor()
  await page.getByRole('button', { name: /Cliente/ }).click()
  await page.getByRole('option', { name: /Nube Moda/ }).click()
  await page.waitForURL(/client=\d+$/)
  await page.getByRole('button', { name: /Local$/ }).click()
  await page.getByRole('option').nth(3).click()
  await page.waitForURL(/client=\d+&local=\d+$/)
  const chosen = page.url()
  await page.locator('[data-shift]').first().waitFor()
  const before = await names(page)
  await page.getByRole('button', { name: 'Vaciar la semana' }).click()

  await drag(page, [1, 600], [1, 840])
  await expect.poll(() => names(page)).toEqual(['lunes, 10:00–14:00'])
  await drag(page, [1, 720], [3, 780])
  await expect.poll(() => names(page)).toEqual(['miércoles, 11:00–15:00'])
  await drag(page, [3, 895], [3, 960])
  await expect.poll(() => names(page)).toEqual(['miércoles, 11:00–16:00'])
  // Escape takes it back, and nothing may be dropped on another shift.
  await drag(page, [3, 700], [5, 700], () => page.keyboard.press('Escape'))
  await drag(page, [3, 1080], [3, 1200])
  await drag(page, [3, 1140], [3, 900])
  await page.getByText('Los turnos no se pueden solapar: miércoles, de 14:00 a 16:00, con 11:00–16:00').waitFor()
  await expect.poll(() => names(page)).toEqual(['miércoles, 11:00–16:00', 'miércoles, 18:00–20:00'])
  await page.getByRole('button', { name: 'miércoles, 18:00–20:00' }).focus()
  for (const key of ['ArrowRight', 'ArrowDown', 'Shift+ArrowDown', 'Alt+ArrowDown']) await page.keyboard.press(key)
  await expect.poll(() => names(page)).toEqual(['miércoles, 11:00–16:00', 'jueves, 18:30–20:30'])

  await page.getByRole('button', { name: 'Guarda o descarta los cambios antes' }).click()
  await page.getByRole('status').filter({ hasText: 'Guarda o descarta los cambios antes' }).waitFor()
  await page.getByRole('link', { name: 'Aforo' }).first().click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Seguir editando' }).click()
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await page.getByText('Horario guardado').first().waitFor()
  await expect
    .poll(async () => [
      page.url(),
      await page.getByRole('button', { name: 'Guarda o descarta los cambios antes' }).count(),
    ])
    .toEqual([chosen, 0])
  await page.reload()
  await expect.poll(() => names(page)).toEqual(['miércoles, 11:00–16:00', 'jueves, 18:30–20:30'])

  // The demo is left as it was found.
  await page.getByRole('button', { name: 'Vaciar la semana' }).click()
  const days = ['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado', 'domingo']
  for (const [hours, same] of Map.groupBy(before, (name) => name.split(', ')[1]!)) {
    const [begin, end] = hours.split('–') as [string, string]
    await page.getByLabel('Apertura').fill(begin)
    await page.getByLabel('Cierre').fill(end)
    for (const day of days.filter((one) => same.some((name) => name.startsWith(`${one},`))))
      await page.getByRole('button', { name: day, exact: true }).click()
    await page.getByRole('button', { name: 'Añadir turno', exact: true }).click()
  }
  await expect.poll(() => names(page)).toEqual(before)
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await page.getByText('Horario guardado').first().waitFor()
  expect(problems).toEqual([])
  await close()
})

test('a holiday of the region closes a day until it is removed, on a phone too', async () => {
  const { page, problems, close } = await asOperator(390)
  await page.goto(`${SCHEDULE}?client=1&local=1&view=holidays`)
  await page.getByRole('button', { name: 'Año siguiente' }).click()
  const first = page.getByRole('button', { name: /Añadir l/ }).first()
  await first.waitFor()
  const day = page.locator('button[data-kind="working"][data-official]').first()
  const iso = (await day.getAttribute('data-day')) ?? ''
  await day.click()
  const same = page.locator(`[data-day="${iso}"]`)
  await expect.poll(() => same.getAttribute('data-kind')).toBe('toAdd')
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await page.getByText('Festivos guardados').first().waitFor()
  await expect.poll(() => same.getAttribute('data-kind')).toBe('holiday')
  await same.click()
  await expect.poll(() => same.getAttribute('data-kind')).toBe('toRemove')
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect.poll(() => same.getAttribute('data-kind')).toBe('working')
  expect(problems).toEqual([])
  await close()
})
