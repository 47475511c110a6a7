/** From the profile to a folder of dashboards: a token is made, used by the layout command, and revoked. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runRemote } from '../../scripts/layout/remote.ts'
import { sourceRegistry, widgetRegistry } from '../../scripts/widget-registry.ts'
import { server, signInByForm, visitor } from './browser.ts'

const TAB = 'API tokens'

test('a token made in the profile exports the dashboards of its person, is shown once, and ends when it is revoked', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'aforo-layouts-'))
  const exported = async (token: string) => {
    const { exit, text } = await runRemote(['export', folder, '--built-in', '--server', server().address], {
      context: { widgets: await widgetRegistry(), sources: sourceRegistry() },
      token,
      print: () => undefined,
      signal: AbortSignal.abort(),
    })
    return [exit, text.split('\n').at(-1)]
  }
  const { page, close } = await visitor({ locale: 'en' })
  try {
    await signInByForm(page, 'office')
    const openTokens = async () => {
      await page.goto('/users')
      await page.locator('main h1').waitFor()
      await page.locator('header[data-print] button[aria-haspopup]').last().click()
      await page.getByRole('menuitem', { name: 'My profile' }).click()
      const dialog = page.getByRole('dialog', { name: 'My profile' })
      await dialog.getByRole('tab', { name: TAB }).click()
      return dialog
    }
    const dialog = await openTokens()
    await dialog.getByRole('button', { name: 'Create a token' }).click()
    await dialog.getByRole('textbox', { name: 'Name of the token' }).fill('Build server')
    await dialog.getByRole('button', { name: 'Create the token' }).click()
    const token = await dialog.getByRole('textbox', { name: 'Token “Build server”' }).inputValue()
    expect(token).toMatch(/^aforo_[0-9A-Za-z]{49}$/)
    expect(await exported(token)).toEqual([0, expect.stringMatching(/^\d+ written\.$/)])
    // Dashboards that its person may open, and nothing else.
    const own = await page.evaluate(async () => {
      const answer = await fetch('/api/users/dashboards', {
        headers: { access_token: localStorage.getItem('access_token') ?? '' },
      })
      return ((await answer.json()) as { id: string }[]).map(({ id }) => `${id}.json`)
    })
    expect(readdirSync(folder).toSorted()).toEqual(own.toSorted())
    expect([own.includes('occupancy.json'), own.includes('foot-compare.json')]).toEqual([true, false])

    // The token is not shown again; its last use is.
    const again = await openTokens()
    await expect
      .poll(() => again.getByRole('listitem').allTextContents())
      .toEqual([expect.stringMatching(/^Build serverRead.*Last used on/)])
    expect(await page.content()).not.toContain(token)

    await again.getByRole('button', { name: 'Revoke the token Build server' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
    await again.getByText('You have no tokens yet.').waitFor()
    expect(await exported(token)).toEqual([2, expect.stringMatching(/^API_TOKEN_INVALID: /)])
  } finally {
    await close()
    rmSync(folder, { recursive: true })
  }
})
