import { expect, test } from 'vitest'
import type { Mail } from '#schemas/generated/entities/mail.ts'
import { mailboxPage } from './mailbox-page.ts'

const mail = (more: object = {}) =>
  ({
    id: 7,
    at: Date.UTC(2026, 10, 20, 12, 5, 59),
    to: 'ana@aforo.test',
    subject: 'Hello',
    text: 'Hi',
    attachments: [],
    ...more,
  }) as unknown as Mail

test('a mail has its subject, when it went in UTC, to whom, and its text', () => {
  const page = mailboxPage([mail()])
  expect(page).toContain('<article><h2>Hello</h2><p>2026-11-20 12:05 UTC → ana@aforo.test</p><pre>Hi</pre></article>')
  expect(page).not.toContain('No mail yet.')
})

test('addresses in a mail are links, and nothing else is', () => {
  const page = mailboxPage([mail({ text: 'See https://aforo.test/a?b=1 or http://x.test\nftp://no' })])
  expect(page).toContain(
    '<pre>See <a href="https://aforo.test/a?b=1">https://aforo.test/a?b=1</a> or <a ' +
      'href="http://x.test">http://x.test</a>\n' +
      'ftp://no</pre>',
  )
})

test('attachments are links to their files, counted from one, with their size in KB', () => {
  const page = mailboxPage([
    mail({
      attachments: [
        { name: 'a.pdf', bytes: 1024 },
        { name: 'b.csv', bytes: 1025 },
      ],
    }),
  ])
  expect(page).toContain('<p><a href="/api/demo/mailbox/7/files/1">a.pdf</a>, 1 KB</p>')
  expect(page).toContain('<p><a href="/api/demo/mailbox/7/files/2">b.csv</a>, 2 KB</p>')
})

test('the content of a mail is text', () => {
  const evil = '<b>&"'
  const page = mailboxPage([mail({ subject: evil, to: evil, text: evil, attachments: [{ name: evil, bytes: 1 }] })])
  expect(page).not.toContain('<b>')
})

test('the page says what it is, in whole HTML, and that it is empty where it is', () => {
  const page = mailboxPage([])
  expect(page).toMatch(/^<!doctype html><html lang="en"><head><meta charset="utf-8">/)
  expect(page).toContain('<meta name="viewport" content="width=device-width, initial-scale=1">')
  expect(page).toContain('<title>Mailbox of the demo</title><link rel="stylesheet" href="/api/docs/style.css">')
  expect(page).toContain('<body><main><h1>Mailbox of the demo</h1><p>Every mail this demo has sent, newest first.')
  expect(page).toContain('<p>No mail yet.</p></main></body></html>')
})
