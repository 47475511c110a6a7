/** The JSON of a dashboard in the editor: one text with canvas and panels, under the policy of every other page. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { signIn, visitor } from './browser.ts'

const STATUS = readFileSync(join(import.meta.dirname, '../../layouts/foot-status.json'), 'utf8')

test('text, canvas and panels are one: a mistake is marked and fixed, suggestions know the document, and the policy refuses nothing', async () => {
  const { page, problems, close } = await visitor({ locale: 'es', width: 1680, height: 1050 })
  await signIn(page, 'admin')
  await page.goto('/users')
  const scripts: string[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.push(response.url())
  })
  const id = await page.evaluate(async (text) => {
    const answer = await fetch('/api/dashboards', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${localStorage.getItem('access_token')}` },
      body: JSON.stringify({ text }),
    })
    return ((await answer.json()) as { id: string }).id
  }, STATUS)
  await page.goto(`/users/admin/dashboards/edit/${id}`)
  await page.getByRole('button', { name: 'JSON', exact: true }).waitFor()
  // No part of Monaco loads before it is opened.
  expect(scripts.filter((url) => /monaco|jsonMode/.test(url))).toEqual([])
  await page.getByRole('button', { name: 'JSON', exact: true }).click()
  const lines = page.locator('.monaco-editor .view-line')
  await lines.first().waitFor()
  expect(scripts.every((url) => new URL(url).origin === new URL(page.url()).origin)).toBe(true)
  // The lines are under each other: their places came through the policy.
  const overlapping = () =>
    lines.evaluateAll((all) => all.length - new Set(all.map((line) => line.getBoundingClientRect().top)).size)
  await expect.poll(overlapping).toBe(0)

  // The selection in the panel is shown in the text; a mistake there is marked and reported, and the canvas stays.
  await page.getByRole('button', { name: 'Marcas', exact: true }).click()
  await page.getByRole('heading', { name: 'Marcas', level: 2 }).waitFor()
  const inClients = async (left: number) => {
    await lines.filter({ hasText: 'clients.list' }).first().click()
    await page.keyboard.press('End')
    for (let at = 0; at < left; at++) await page.keyboard.press('ArrowLeft')
  }
  await lines.filter({ hasText: 'clients.list' }).first().waitFor()
  await inClients(4)
  await page.keyboard.press('Backspace')
  const behind = page.getByText('El texto tiene errores: el lienzo muestra el último estado correcto.')
  await behind.waitFor()
  await page.locator('.monaco-editor .squiggly-error').first().waitFor()
  await page.locator('[data-json] summary').click()
  await page.getByRole('button', { name: 'Cambiar a "clients.list"' }).click()
  await behind.waitFor({ state: 'detached' })

  // One history: the text's keys take back what the list of findings did.
  await inClients(4)
  await page.keyboard.press('Control+Z')
  await behind.waitFor()
  await page.keyboard.press('Control+Shift+Z')
  await behind.waitFor({ state: 'detached' })

  // Suggestions of the registry, and of the document itself.
  const offered = page.locator('.suggest-widget .monaco-list-row')
  await inClients(4)
  await page.keyboard.press('Control+Space')
  await offered.filter({ hasText: 'clients.list' }).first().waitFor()
  await page.keyboard.press('Escape')
  await lines.filter({ hasText: 'locals.active' }).first().click()
  await page.keyboard.press('End')
  for (let at = 0; at < 6; at++) await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Control+Space')
  await offered.filter({ hasText: '$date' }).first().waitFor()
  // And the caret has selected the query it is in.
  await page.getByRole('heading', { name: 'Tiendas abiertas en un día', level: 2 }).waitFor()
  expect(problems).toEqual([])
  await close()
})
