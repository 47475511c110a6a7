/**
 * Alerts: who may open them, the list of locals with its switches, what happened, and a rule from its back-test to its
 * end.
 */
import { expect, test } from 'vitest'
import { onPage, signIn, visitor } from './browser.ts'
import type { Stage } from './browser.ts'

const MANAGE = '/users/alerts/manage'

async function asOperator(width?: number): Promise<Stage> {
  const stage = await visitor({ locale: 'es', ...(width !== undefined && { width }) })
  await signIn(stage.page, 'operator')
  return stage
}

test('who lacks canAlerts finds no card and is sent to the root from every page of alerts', async () => {
  const { page, close } = await visitor({ locale: 'es' })
  await signIn(page, 'analyst')
  await page.goto('/users')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expect.poll(() => page.locator(`a[href="${MANAGE}"]`).count()).toBe(0)
  for (const path of [MANAGE, '/alerts/manage', '/users/alerts/rules/new']) {
    await page.goto(path)
    await page.waitForURL((url) => url.pathname === '/users')
  }
  await close()
})

test('an operator finds a local by its name, switches it on and off, and a refusal puts the switch back', async () => {
  const { page, problems, close } = await asOperator()
  await page.goto('/users')
  await page.locator(`main a[href="${MANAGE}"]`).last().click()
  await page.getByRole('heading', { name: 'Alertas', level: 1 }).waitFor()

  await page.getByRole('radio', { name: 'Off' }).locator('xpath=ancestor-or-self::*[1]').click()
  await page.waitForURL(/alerts=off/)
  const first = page.getByRole('switch').first()
  // The list follows the address: the first of all locals is on.
  await expect.poll(() => first.isChecked()).toBe(false)
  const label = (await first.getAttribute('aria-label')) ?? ''
  await page.reload()
  await expect.poll(() => page.getByRole('switch').first().getAttribute('aria-label')).toBe(label)
  // The list opens as it was left; all of them again.
  await page.goto(MANAGE)
  await expect.poll(() => page.getByRole('radio', { name: 'Off' }).isChecked()).toBe(true)
  await page.getByRole('radio', { name: 'Todos' }).locator('xpath=ancestor-or-self::*[1]').click()
  const name = label.replace('Alertas: ', '')
  await page.getByRole('searchbox').fill(name)
  const row = page.getByRole('switch', { name: label })
  await row.locator('xpath=ancestor::label[1]').click()
  await page.getByText('Local actualizado correctamente').first().waitFor()
  await expect.poll(() => row.isChecked()).toBe(true)

  // The server is away: the words of the specification with the reason, and the switch is where it was.
  await page.route('**/api/locals/*/alerts/*', (route) =>
    route.fulfill({ status: 503, json: { code: 'STORE_UNAVAILABLE', message: 'away' } }),
  )
  await row.locator('xpath=ancestor::label[1]').click()
  await page
    .getByText(/^Algo ha ido mal\. /)
    .first()
    .waitFor()
  await expect.poll(() => row.isChecked()).toBe(true)
  await page.unroute('**/api/locals/*/alerts/*')
  await row.locator('xpath=ancestor::label[1]').click()
  await expect.poll(() => row.isChecked()).toBe(false)
  expect(problems.filter((problem) => !problem.includes('503'))).toEqual([])
  await close()
})

test('the history keeps its filters in the address and leads to a dashboard', async () => {
  const { page, close } = await asOperator()
  await page.goto(`${MANAGE}?tab=history&state=closed`)
  await page.getByRole('tab', { name: /Historial/, selected: true }).waitFor()
  const cells = page.getByRole('cell', { name: 'Abierta', exact: true })
  await page.getByRole('table').or(page.getByText('Ninguna alerta coincide con estos filtros')).first().waitFor()
  await expect.poll(() => cells.count()).toBe(0)
  const links = page.getByRole('link', { name: /en el panel/ })
  if ((await links.count()) > 0)
    await expect
      .poll(() => links.first().getAttribute('href'))
      .toMatch(/\/users\/foot\/dashboards\/view\/foot-(status|compare)\?client=\d+&locals=\d+&end=\d{4}-\d{2}-\d{2}$/)
  await close()
})

test('a rule says what it would have said before it is saved, is changed, and is removed', async () => {
  const { page, problems, close } = await asOperator()
  await page.goto(`${MANAGE}?tab=rules`)
  await page.getByRole('link', { name: 'Añadir regla' }).first().click()
  await page.getByRole('heading', { name: 'Nueva regla' }).waitFor()
  await page.getByText(/abría avisado .*en 90 días/).waitFor()
  const hours = page.getByRole('textbox', { name: /Horas sin repetir/ })
  await hours.fill('37')
  await hours.blur()
  await page.locator('main button[type="submit"]').click()
  await page.getByText('Regla guardada').first().waitFor()
  await page.getByRole('row').filter({ hasText: '37' }).getByRole('link').first().click()
  await page.getByRole('heading', { name: 'Dispositivo caído' }).waitFor()
  await page.goBack()
  await page
    .getByRole('row')
    .filter({ hasText: '37' })
    .getByRole('button', { name: /Eliminar la regla/ })
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click()
  await expect.poll(() => page.getByRole('row').filter({ hasText: '37' }).count()).toBe(0)
  expect(problems).toEqual([])
  await close()
})

test('from the menu of a widget a rule is made about its figures: it says what it would say now, and is among the rules', async () => {
  const { page, problems, close } = await visitor({ locale: 'es' })
  await onPage(page, 'admin')
  const frame = page
    .locator('[data-widget] section[data-state="ready"]')
    .filter({ has: page.locator('table') })
    .first()
  await frame.getByRole('button', { name: /^Acciones de/ }).click()
  await page.getByRole('menuitem', { name: 'Alerta...' }).click()
  const dialog = page.getByRole('dialog', { name: /^Alerta sobre/ })
  await dialog.getByRole('textbox', { name: 'Nombre' }).fill('Vigilada desde el panel')
  await dialog.getByRole('button', { name: 'Crear alerta' }).click()
  await dialog.getByText('Escribe un número; el inferior no puede pasar del superior').first().waitFor()
  const limit = dialog.getByRole('textbox', { name: 'Límite inferior' })
  await limit.fill('1000000')
  await limit.blur()
  await dialog.getByText(/^Ahora avisaría: /).waitFor()
  await dialog.getByRole('button', { name: 'Crear alerta' }).click()
  await page.getByText('Alerta creada. Está en Alertas, Reglas.').first().waitFor()

  await page.goto(`${MANAGE}?tab=rules`)
  const rule = page.getByRole('row').filter({ hasText: 'Vigilada desde el panel' })
  await rule.getByRole('button', { name: /Eliminar la regla/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click()
  await expect.poll(() => rule.count()).toBe(0)
  expect(problems).toEqual([])
  await close()
})

test('a webhook into a private network is refused at its address; one that is made shows its secret once, and can be removed', async () => {
  const { page, problems, close } = await asOperator()
  await page.goto(`${MANAGE}?tab=webhooks`)
  await page.getByRole('link', { name: 'Añadir webhook' }).first().click()
  await page.getByRole('textbox', { name: 'Nombre' }).fill('Centralita')
  await page.getByText('Alerta abierta', { exact: true }).click()
  const address = page.getByRole('textbox', { name: 'Dirección' })
  await address.fill('https://192.168.1.10/aforo')
  await page.locator('main button[type="submit"]').click()
  await page.getByText('192.168.1.10 lleva a una red privada. Usa una dirección accesible desde internet.').waitFor()
  // Off, so that nothing is ever sent there.
  await page.getByText('Webhook activo', { exact: true }).click()
  await address.fill('https://93.184.215.14/aforo')
  await page.locator('main button[type="submit"]').click()
  await page.getByText('Solo se muestra esta vez. Guárdalo donde el receptor pueda leerlo.').waitFor()
  const secrets = () =>
    page
      .locator('input')
      .evaluateAll((all) => all.filter((one) => (one as HTMLInputElement).value.startsWith('whsec_')).length)
  expect(await secrets()).toBe(1)
  await page.getByRole('link', { name: 'Continuar' }).click()
  await page.getByRole('button', { name: 'Enviar una prueba' }).waitFor()
  expect(await secrets()).toBe(0)
  await page.goto(`${MANAGE}?tab=webhooks`)
  await page.getByRole('button', { name: 'Eliminar el webhook Centralita' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click()
  await page.getByText('No hay webhooks').waitFor()
  expect(problems).toEqual([expect.stringContaining('400')])
  await close()
})
