/** The mails of the product in every language, as plain text and as simple HTML that says the same. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writtenUtc } from '#domain/written'
import { LANGUAGES } from '#domain/languages'
import type { Language } from '#domain/languages'

/** One line of a mail; its link leads to what the line is about. */
export type MailItem = string | { readonly text: string; readonly link: string }

/** Values of each kind of mail besides its fixed text. Times are epoch ms; `link` is the address of the button. */
export interface MailKinds {
  recover: { username: string; minutes: number; link: string }
  invite: { username: string; hours: number; link: string }
  otp: { username: string; code: string; minutes: number }
  passwordChanged: { username: string; when: number; link: string }
  signInChanged: { username: string; when: number; link: string }
  factorsRemoved: { username: string; when: number; link: string }
  newClient: { username: string; when: number; address: string; agent: string; link: string }
  /** `items`: one line each, after the fixed ones. */
  alertsOpened: { username: string; client: string; count: number; items: readonly MailItem[]; link: string }
  alertsSolved: { username: string; client: string; count: number; items: readonly MailItem[]; link: string }
  /** A webhook was switched off, since it takes nothing or has said that it is gone; `answer`: its last one. */
  webhookFailing: WebhookOff
  webhookGone: WebhookOff
  /** Mail of an administrator to many: about the service, or news, of which `link` unsubscribes. */
  notice: { username: string; subject: string; items: readonly string[]; link: string }
  news: { username: string; subject: string; items: readonly string[]; link: string }
  /** `date`: as of which day, in the words of its language; `items`: what the sender wrote. */
  report: { sender: string; subject: string; name: string; date: string; items: readonly string[]; link: string }
}
export type MailKind = keyof MailKinds

interface WebhookOff {
  username: string
  client: string
  name: string
  host: string
  answer: string
  when: number
  link: string
}

export interface Composed {
  readonly subject: string
  readonly text: string
  readonly html: string
}

interface KindTexts {
  /** In place of the usual one. */ readonly greeting?: string
  readonly subject: string
  readonly lines: readonly string[]
  readonly action: string
}
type Texts = Readonly<Record<MailKind, KindTexts>> & { readonly greeting: string; readonly sign: string }

const textsIn = (language: Language) =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'texts', `${language}.json`), 'utf8')) as Texts
const TEXTS = Object.fromEntries(LANGUAGES.map((language) => [language, textsIn(language)])) as Record<Language, Texts>

export function composeMail<K extends MailKind>(kind: K, language: Language, values: MailKinds[K]): Composed {
  const { greeting: usual, sign, [kind]: texts } = TEXTS[language]
  const { greeting = usual } = texts
  const words = wordsOf(values, language)
  const say = (text: string) => text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => words[name] ?? '')
  const items: readonly MailItem[] =
    'items' in values
      ? values.items.map((item) =>
          typeof item === 'string' ? onOneLine(item) : { ...item, text: onOneLine(item.text) },
        )
      : []
  const [subject, lines, link]: [string, readonly MailItem[], string | null] = [
    say(texts.subject),
    [...[greeting, ...texts.lines].map(say), ...items],
    'link' in values ? values.link : null,
  ]
  const paragraphs = [
    ...lines.map((line) => (typeof line === 'string' ? line : `${line.text}\n${line.link}`)),
    ...(link === null ? [] : [`${texts.action}:\n${link}`]),
    `-- \n${sign}`,
  ]
  return {
    subject,
    text: `${paragraphs.join('\n\n')}\n`,
    html: `<!doctype html>${markup('html', { lang: language }, [
      markup('head', {}, [markup('meta', { charset: 'utf-8' }, null), markup('title', {}, [escaped(subject)])]),
      markup(
        'body',
        { style: 'font-family:sans-serif;font-size:16px;line-height:1.5;max-width:36em;margin:2em auto;padding:0 1em' },
        [
          ...lines.map((line) =>
            markup('p', {}, [
              typeof line === 'string' ? escaped(line) : markup('a', { href: line.link }, [escaped(line.text)]),
            ]),
          ),
          ...(link === null
            ? []
            : [
                markup('p', {}, [markup('a', { href: link }, [escaped(texts.action)])]),
                markup('p', {}, [escaped(link)]),
              ]),
          markup('p', { style: 'color:#666' }, [escaped(sign)]),
        ],
      ),
    ])}`,
  }
}

/** Every value as the reader sees it: times with their zone, everything on one line. */
function wordsOf(values: object, language: Language): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      name === 'when' ? `${writtenUtc(Number(value), 'longMoment', language)} UTC` : onOneLine(String(value)),
    ]),
  )
}

const onOneLine = (text: string) => text.replace(/\s+/g, ' ')

/** Text that has been made safe; only `escaped` and `markup` make it. */
type Markup = string & { readonly markup: unique symbol }

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
export const escaped = (text: string): Markup =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '') as Markup

/** One element; null children = it has no end tag. */
export function markup(
  tag: string,
  attributes: Readonly<Record<string, string>>,
  children: readonly Markup[] | null,
): Markup {
  const start = `<${tag}${Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escaped(value)}"`)
    .join('')}>`
  return (children === null ? start : `${start}${children.join('')}</${tag}>`) as Markup
}
