/**
 * One word per thing in each language: docs/glossary.md, "Words on screens", as data. A text may not use a word that is
 * ruled out where it is shown.
 * A pattern matches whole words, capitals aside; `except` names texts whose word means another thing.
 */
import type { Language } from './languages.ts'

export interface WordRule {
  readonly thing: string
  /** Where texts are shown: folders of locales, or `widgets`. */
  readonly places: readonly string[]
  readonly ruledOut: Readonly<Record<Language, RegExp>>
  readonly except?: readonly string[]
}

/** Dashboards, and what leads to them. */
const DASHBOARDS = [
  'app', 'dashboard', 'editor', 'editor-panels', 'engine', 'issues', 'metrics', 'periods', 'reports', 'screens', 'widgets',
]
/** Everything that keeps, watches and configures. */
const MANAGEMENT = ['admin', 'alerts', 'campaigns', 'downloads', 'fleet', 'schedule', 'ui', 'uploads']
const EVERYWHERE = [...DASHBOARDS, ...MANAGEMENT, 'account', 'errors', 'home', 'session', 'status']

export const WORD_RULES: readonly WordRule[] = [
  {
    thing: 'a local on dashboards is a store',
    places: DASHBOARDS,
    ruledOut: {
      es: /\blocal(es)?\b/i,
      en: /\b(venues?|locals|(the|by|in|every|per) local)\b|^local$/i,
      pt: /\bloca(l|is)\b/i,
      cs: /(?<!\p{L})provozov[eně]n?\p{L}*/iu,
      ca: /\blocals?\b/i,
      it: /\blocal[ei]\b/i,
    },
    // The replaced name in a file, and a name of a role in a layout.
    except: ['dashboard:moment.names', 'editor-panels:param.namesHelp'],
  },
  {
    thing: 'a local elsewhere is a venue',
    places: MANAGEMENT,
    ruledOut: {
      es: /\btiendas?\b/i,
      en: /\b(stores?|shops?|locals|(a|the|this|each|no|by|all) local)\b|^local$/i,
      pt: /\blojas?\b/i,
      cs: /(?<!\p{L})(prodejn[aáyuoě]|prodejen|pobočk)\p{L}*/iu,
      ca: /\bbotig(a|ues)\b/i,
      it: /\bnegozi[o]?\b/i,
    },
  },
  {
    thing: 'what counts is a footscan',
    places: EVERYWHERE,
    ruledOut: {
      es: /\b(contador(es)?|sensor(es)?)\b/i,
      en: /\b(counters?|sensors?)\b/i,
      pt: /\b(contador(es)?|sensor(es)?)\b/i,
      cs: /(?<!\p{L})(čítač|počítadl|senzor)\p{L}*/iu,
      ca: /\b(comptadors?|sensors?)\b/i,
      it: /\b(contator[ei]|sensor[ei])\b/i,
    },
    // The widget that counts in real time.
    except: ['widgets/live-counter:name'],
  },
  {
    thing: 'a node is only of the device fleet',
    places: EVERYWHERE.filter((place) => !['fleet', 'admin', 'errors'].includes(place)),
    ruledOut: {
      es: /\bnodos?\b/i,
      en: /\bnodes?\b/i,
      pt: /\bnós?\b/,
      cs: /(?<!\p{L})uz(el|l[uyůe])(?!\p{L})/iu,
      ca: /\bnodes?\b/i,
      it: /\bnod[oi]\b/i },
    },
  {
    thing: 'a theme is light or dark; a host has a branding',
    places: EVERYWHERE,
    ruledOut: {
      es: /\btemas\b/i,
      en: /\bthemes\b/i,
      pt: /\btemas\b/i,
      cs: /(?<!\p{L})motivy(?!\p{L})/iu,
      ca: /\btemes\b/i,
      it: /\btemi\b/i },
    },
  {
    thing: 'who owns the locals is a brand on dashboards',
    places: ['app', 'metrics', 'periods', 'widgets'],
    ruledOut: {
      es: /\bclientes?\b/i,
      en: /\bclients?\b/i,
      pt: /\bclientes?\b/i,
      cs: /(?<!\p{L})klient\p{L}*/iu,
      ca: /\bclients?\b/i,
      it: /\bclient[ei]\b|\bmarc(a|he)\b/i },
    },
  {
    thing: 'a file is one word, and so is a ticket',
    places: EVERYWHERE,
    ruledOut: {
      es: /\b(ficheros?|tiques?)\b/i,
      en: /\breceipts?\b/i,
      pt: /\btíquetes?\b/i,
      cs: /(?<!\p{L})stvrzen\p{L}*/iu,
      ca: /\barxius?\b/i,
      it: /\btagliand[oi]\b/i },
    },
]
