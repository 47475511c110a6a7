/**
 * The content security policy in a real browser: what it refuses, that the server hears of it, and that a journey
 * notices.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { fixture } from '../../server/testing/fixture.ts'
import { visitor } from './browser.ts'

test('markup from text is refused by the browser, reported to the server, and a journey that tries it fails', async () => {
  const staticDir = mkdtempSync(join(tmpdir(), 'aforo-policy-'))
  writeFileSync(join(staticDir, 'index.html'), '<!doctype html><title>Aforo</title><p>Page</p>')
  const server = await fixture({ staticDir, config: { publicUrl: 'http://localhost' } })
  const stage = await visitor()
  await stage.page.goto(`${await server.app.listen({ host: '127.0.0.1', port: 0 })}/login`)
  const refused = await stage.page.evaluate(() => {
    try {
      document.body.innerHTML = '<img src=x onerror=alert(1)>'
      return 'taken'
    } catch (error) {
      return error instanceof Error ? error.name : 'unknown'
    }
  })
  expect(refused).toBe('TypeError')
  await vi.waitFor(
    () => {
      expect(server.log.join('')).toContain('the content security policy was violated')
    },
    { timeout: 10_000 },
  )
  expect(server.log.join('')).toContain('"directive":"require-trusted-types-for"')
  await expect(stage.close()).rejects.toThrow(/^CSP violation: require-trusted-types-for/)
  await server.close()
  rmSync(staticDir, { recursive: true, force: true })
})

test.each(['/api/docs', '/api/demo/mailbox'])('the page %s of the demo violates nothing', async (path) => {
  const stage = await visitor()
  await stage.page.goto(path)
  await stage.page.locator('h1').waitFor()
  await stage.close()
})
