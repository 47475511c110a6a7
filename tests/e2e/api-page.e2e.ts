import { expect, test } from 'vitest'
import { signIn, visitor } from './browser.ts'

const CALL = 'details[id="get:/api/me"]'

test('the API page finds a call by words, and sends it with the token of the session when its button is pressed, and only then', async () => {
  const { page, problems, close } = await visitor()
  await signIn(page)
  await page.goto('/api/docs')
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'fetch') sent.push(`${request.method()} ${new URL(request.url()).pathname}`)
  })
  await page.getByLabel('Search calls').fill('get session /api/me')
  await page.getByText('1 call', { exact: true }).waitFor()
  await expect.poll(() => page.locator('section[data-group]:visible').count()).toBe(1)
  await page.keyboard.press('Tab')
  const summary = page.locator(`${CALL} > summary`)
  await summary.focus()
  await page.keyboard.press('Enter')
  const send = page.getByRole('button', { name: 'Send GET /api/me' })
  await send.waitFor()
  expect(sent).toEqual([])

  await send.press('Enter')
  await page.getByText('GET /api/me: 401').waitFor()
  await page.getByRole('button', { name: 'Use my session' }).click()
  await page.getByText('The token of your session is used.').waitFor()
  await send.press('Enter')
  await page.getByText('GET /api/me: 200').waitFor()
  await expect
    .poll(() => page.locator(`${CALL} [data-answer]`).innerText())
    .toContain('"username": "analyst@aforo.test"')
  expect(sent).toEqual(['GET /api/me', 'GET /api/me'])
  expect(problems.filter((problem) => !problem.includes('401'))).toEqual([])
  await close()
})
