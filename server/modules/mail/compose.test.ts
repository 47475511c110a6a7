import { LANGUAGES } from '#domain/languages'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { composeMail, escaped } from './compose.ts'
import type { MailKinds } from './compose.ts'

const link = 'https://aforo.example.com/changepass/abc'
const OFF = {
  username: 'ana@aforo.test',
  client: 'Nube Moda',
  name: 'Centralita',
  host: 'hooks.example.com',
  answer: 'HTTP 500',
  when: Date.UTC(2026, 10, 20, 12),
}
const SAMPLES: MailKinds = {
  recover: { username: 'ana@aforo.test', minutes: 30, link },
  invite: { username: 'ana@aforo.test', hours: 72, link },
  otp: { username: 'ana@aforo.test', code: '01234567', minutes: 5 },
  passwordChanged: { username: 'ana@aforo.test', when: Date.UTC(2026, 10, 20, 12), link },
  signInChanged: { username: 'ana@aforo.test', when: Date.UTC(2026, 10, 20, 12), link },
  factorsRemoved: { username: 'ana@aforo.test', when: Date.UTC(2026, 10, 20, 12), link },
  newClient: {
    username: 'ana@aforo.test',
    when: Date.UTC(2026, 10, 20, 12),
    address: '192.0.2.7',
    agent: 'Firefox',
    link,
  },
  alertsOpened: { username: 'ana@aforo.test', client: 'Nube Moda', count: 17, items: ['Gran Vía · Puerta'], link },
  alertsSolved: { username: 'ana@aforo.test', client: 'Nube Moda', count: 17, items: ['Gran Vía · Puerta'], link },
  webhookFailing: { ...OFF, link },
  webhookGone: { ...OFF, link },
  notice: { username: 'ana@aforo.test', subject: 'Mantenimiento', items: ['El domingo no hay datos.'], link },
  news: { username: 'ana@aforo.test', subject: 'Novedades', items: ['Hay un panel nuevo.'], link },
  report: {
    sender: 'ana@aforo.test',
    subject: 'Lunes',
    name: 'Comparativa',
    date: '22/11/2026',
    items: ['Buena semana'],
    link,
  },
}
const KINDS = Object.keys(SAMPLES) as (keyof MailKinds)[]

describe.each(KINDS)('the mail %s', (kind) => {
  test('says everything in every language, and nothing in the words of another', () => {
    const mails = LANGUAGES.map((language) => composeMail(kind, language, SAMPLES[kind]))
    // A text of an administrator is in the language that it was written in.
    const isOwn = kind === 'notice' || kind === 'news'
    expect(new Set(mails.map(({ subject }) => subject)).size).toBe(isOwn ? 1 : LANGUAGES.length)
    for (const { subject, text, html } of mails) {
      for (const part of [subject, text, html]) expect(part).not.toMatch(/\{\{|undefined/)
      for (const value of Object.entries(SAMPLES[kind]).flatMap(([name, one]) =>
        name === 'when'
          ? ['2026', 'UTC']
          : typeof one === 'object'
            ? one.filter((item: unknown) => typeof item === 'string')
            : [String(one)],
      ))
        for (const part of [text, html]) expect(part).toContain(value)
    }
  })
})

test('a mail says its time in the words of its language', () => {
  expect(composeMail('passwordChanged', 'ca', SAMPLES.passwordChanged).text).toContain('20 de novembre del 2026')
  expect(composeMail('passwordChanged', 'cs', SAMPLES.passwordChanged).text).toContain('20. listopadu 2026')
})

test('the items of a mail are lines of their own, and none of them brings lines or markup of its own', () => {
  const { text, html } = composeMail('alertsOpened', 'en', {
    ...SAMPLES.alertsOpened,
    items: ['Sol\r\nBcc: x@y.test · <b>down</b>', 'Retiro'],
  })
  expect(text).toContain(
    'This has happened at Nube Moda (17):\n\nSol Bcc: x@y.test · <b>down</b>\n\nRetiro\n\nSee the alerts:\n',
  )
  expect(html).toContain('<p>Sol Bcc: x@y.test · &lt;b&gt;down&lt;/b&gt;</p><p>Retiro</p>')
})

test('a line with a link leads to what it is about, in both forms', () => {
  const { text, html } = composeMail('alertsOpened', 'en', {
    ...SAMPLES.alertsOpened,
    items: [{ text: 'Sol · <b>down</b>', link: `${link}?a=1&b=2` }],
  })
  expect(text).toContain(`Sol · <b>down</b>\n${link}?a=1&b=2\n\nSee the alerts:`)
  expect(html).toContain(`<p><a href="${link}?a=1&amp;b=2">Sol · &lt;b&gt;down&lt;/b&gt;</a></p>`)
})

test('a mail as text is the greeting, what happened, the link and the signature', () => {
  expect(composeMail('recover', 'en', SAMPLES.recover)).toMatchObject({
    subject: 'Change your password',
    text: `Hello ana@aforo.test,

Someone, probably you, asked to change the password of this account. The link works once, within 30 minutes.

If it was not you, do nothing: your password stays the same.

Change the password:
${link}

-- 
Aforo sent this message automatically. Please do not answer it.
`,
  })
})

test('no value becomes markup or another line', () => {
  const tagsOf = (html: string) => html.match(/<[^>]*>/g)?.map((tag) => tag.split(/[ >]/)[0]) ?? []
  const plain = tagsOf(composeMail('newClient', 'en', SAMPLES.newClient).html)
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.constantFrom(
          '<script>alert(1)</script>',
          '" onclick="x',
          'a\r\nBcc: eve@x.test',
          '{{link}}',
          '</title><img src=x>',
          '$&',
        ),
      ),
      (hostile) => {
        const { html, subject, text } = composeMail('newClient', 'en', {
          ...SAMPLES.newClient,
          agent: hostile,
          username: hostile,
        })
        expect(tagsOf(html)).toEqual(plain)
        expect(subject).not.toMatch(/[\r\n]/)
        expect(text.split('\n').length).toBe(composeMail('newClient', 'en', SAMPLES.newClient).text.split('\n').length)
      },
    ),
  )
  expect(escaped(`<a href="x">&'`)).toBe('&lt;a href=&quot;x&quot;&gt;&amp;&#39;')
})
