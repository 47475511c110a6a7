/** The mails of a demo as a page without scripts. */
import type { Mail } from '#schemas/generated/entities/mail.ts'
import { escaped, markup } from './compose.ts'

export function mailboxPage(mails: readonly Mail[]): string {
  const letters = mails.map(({ id, at, to, subject, text, attachments }) =>
    markup('article', {}, [
      markup('h2', {}, [escaped(subject)]),
      markup('p', {}, [escaped(`${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC → ${to}`)]),
      markup(
        'pre',
        {},
        text
          .split(/(https?:\/\/\S+)/)
          .map((part, n) => (n % 2 === 1 ? markup('a', { href: part }, [escaped(part)]) : escaped(part))),
      ),
      ...attachments.map(({ name, bytes }, n) =>
        markup('p', {}, [
          markup('a', { href: `/api/demo/mailbox/${id}/files/${n + 1}` }, [escaped(name)]),
          escaped(`, ${Math.ceil(bytes / 1024)} KB`),
        ]),
      ),
    ]),
  )
  return `<!doctype html>${markup('html', { lang: 'en' }, [
    markup('head', {}, [
      markup('meta', { charset: 'utf-8' }, null),
      markup('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }, null),
      markup('title', {}, [escaped('Mailbox of the demo')]),
      markup('link', { rel: 'stylesheet', href: '/api/docs/style.css' }, null),
    ]),
    markup('body', {}, [
      markup('main', {}, [
        markup('h1', {}, [escaped('Mailbox of the demo')]),
        markup('p', {}, [
          escaped('Every mail this demo has sent, newest first. Nothing left this computer unless SMTP_URL is set.'),
        ]),
        ...(letters.length === 0 ? [markup('p', {}, [escaped('No mail yet.')])] : letters),
      ]),
    ]),
  ])}`
}
