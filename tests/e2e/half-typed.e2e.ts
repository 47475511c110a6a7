/** Unsaved input on a page of the administration is not lost on any way out of it. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn, type Stage, visitor } from './browser.ts'

let stage: Stage
beforeAll(async () => {
  stage = await visitor({ locale: 'en' })
  await signIn(stage.page, 'admin')
  await stage.page.goto('/users/admin')
  await stage.page.getByRole('heading', { name: 'Administration', level: 1 }).waitFor()
})
afterAll(() => stage.close())

const first = (path: string, state: string) =>
  stage.page.evaluate(
    async ([address, wanted]) => {
      const headers = { access_token: localStorage.getItem('access_token') ?? '' }
      const all = (await (await fetch(`/api/${address}`, { headers })).json()) as { id: number; status: string }[]
      return all.find(({ status }) => status === wanted)?.id ?? 0
    },
    [path, state] as const,
  )

interface Typed {
  readonly what: string
  readonly type: (page: Page) => Promise<void>
}
const textbox = (page: Page, name: RegExp) => page.getByRole('textbox', { name }).last()

const TYPED: readonly Typed[] = [
  {
    what: 'the name of a new pre-seal',
    async type(page) {
      await page.goto('/users/admin/preseals/new')
      await textbox(page, /^Name/).fill('Half')
    },
  },
  {
    what: 'the name of a new order',
    async type(page) {
      await page.goto('/users/admin/orders/new')
      await textbox(page, /^Name/).fill('Half')
    },
  },
  {
    what: 'the old id of a venue that is not added to an order yet',
    async type(page) {
      await page.goto(`/users/admin/orders/${await first('orders', 'draft')}/edit`)
      await page.getByRole('button', { name: 'Add venue' }).waitFor()
      await textbox(page, /old id/i).fill('Half')
    },
  },
  {
    what: 'an old id among those of an order',
    async type(page) {
      await page.goto(`/users/admin/orders/${await first('orders', 'launched')}/edit`)
      await page.getByRole('button', { name: /^Change.*old ids/i }).click()
      await page
        .getByRole('form', { name: /^Change.*old ids/i })
        .getByRole('textbox')
        .first()
        .fill('Half')
    },
  },
  {
    what: 'a comment on an intervention',
    async type(page) {
      await page.goto(`/users/admin/interventions/${await first('interventions', 'pending')}/edit`)
      await textbox(page, /comment/i).fill('Half')
    },
  },
  {
    what: 'the name of a new venue',
    async type(page) {
      await page.goto('/users/admin/locals/new')
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Half')
    },
  },
]

const asks = (page: Page) => page.getByRole('alertdialog', { name: 'Leave without saving?' })
const signOut = async (page: Page) => {
  await page.getByRole('button', { name: 'Account and settings' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
}

test.each(TYPED)('$what holds the page on a link, and the tab on a reload', async ({ type }) => {
  const { page } = stage
  await type(page)
  const address = page.url()
  await page
    .getByRole('link', { name: /^Administration|^Aforo/ })
    .first()
    .click()
  await asks(page).getByRole('button', { name: 'Keep editing' }).click()
  const opened = page.waitForEvent('dialog')
  const reload = page.reload()
  const dialog = await opened
  expect([page.url(), dialog.type()]).toEqual([address, 'beforeunload'])
  await dialog.accept()
  await reload
})

test('an action that leads on waits for a comment that is not sent', async () => {
  const { page } = stage
  await page.goto(`/users/admin/interventions/${await first('interventions', 'pending')}/edit`)
  await textbox(page, /comment/i).fill('Half')
  await page.getByRole('button', { name: 'Complete', exact: true }).click()
  await page.getByText('Something you typed on this page is not saved.').waitFor()
  await textbox(page, /comment/i).fill('')
  await page.getByText('Pending', { exact: true }).first().waitFor()
})

test('signing out asks as any other way out does, and then signs out; an address alone ends nothing', async () => {
  const { page } = stage
  await page.goto('/sign-out')
  await page.waitForURL(/\/users/)
  await page.goto('/users/admin/orders/new')
  await textbox(page, /^Name/).fill('Half')
  await signOut(page)
  await asks(page).getByRole('button', { name: 'Keep editing' }).click()
  expect(await textbox(page, /^Name/).inputValue()).toBe('Half')
  await signOut(page)
  await asks(page).getByRole('button', { name: 'Leave without saving' }).click()
  await page.waitForURL(/\/login/)
})
