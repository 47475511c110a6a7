/**
 * One word per thing and one form of address in each language: docs/glossary.md, "Words on screens" and "Address", as
 * data. A text may not use a word that is ruled out where it is shown.
 * A pattern matches whole words, capitals aside; `except` names texts whose word means another thing.
 */
import type { Language } from '#domain/languages'

export interface WordRule {
  readonly thing: string
  /** Where texts are shown: folders of locales, `noun-locals` and its like, or `widgets`, `layouts`, `mails`. */
  readonly places: readonly string[]
  readonly ruledOut: Partial<Readonly<Record<Language, RegExp>>>
  readonly except?: readonly string[]
}

/** Dashboards, and what leads to them. */
const DASHBOARDS = [
  'app',
  'dashboard',
  'editor',
  'editor-panels',
  'engine',
  'issues',
  'links',
  'metrics',
  'periods',
  'reports',
  'screens',
  'viewing',
  'widgets',
]
/** Everything that keeps, watches and configures. */
const MANAGEMENT = ['admin', 'alerts', 'campaigns', 'downloads', 'fleet', 'schedule', 'ui', 'uploads', 'webhooks']
const EVERYWHERE = [...DASHBOARDS, ...MANAGEMENT, 'account', 'errors', 'home', 'session', 'status']
const EVERY_TEXT = [...EVERYWHERE, 'docs', 'layouts', 'legal', 'mails']

const oneOf = (lines: readonly string[]) => `(?:${lines.join(' ').split(' ').join('|')})`
/** Any of these words, at any place. */
const words = (...lines: readonly string[]) => `(?<!\\p{L})${oneOf(lines)}(?!\\p{L})`
/**
 * A verb at the beginning of a sentence or of a part of it, where an imperative is. Elsewhere the same form may be a
 * wish, a noun or a participle; alone it is a label.
 */
const orders = (...lines: readonly string[]) => `(?:^|[.:;¿¡!?…]\\s+)${oneOf(lines)}(?=[\\s-]\\S)`
const ruling = (...patterns: readonly string[]) => new RegExp(patterns.join('|'), 'iu')

export const WORD_RULES: readonly WordRule[] = [
  {
    // The place of a footscan or a local is still called its position.
    thing: 'a part of a local is an area',
    places: ['admin', 'docs', 'errors', 'fleet', 'noun-locals', 'schedule'],
    ruledOut: {
      // The specification quotes three sentences of the schedule.
      es: /(?<!Sus |Esta |No tiene )(?<!\p{L})posici(?:ón|ones)(?!\p{L})/iu,
      en: ruling(words('positions?')),
      pt: ruling(words('posição posições')),
      cs: ruling(words('pozic pozice pozici pozicí pozicím pozicích pozicemi')),
      ca: ruling(words('posició posicions')),
      it: ruling(words('posizion[ei]')),
    },
    except: [
      'admin:server.where',
      'noun-locals:halfPosition',
      'noun-locals:map.label',
      'noun-locals:reason.LOCAL_POSITION_INVALID',
    ],
  },
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
    thing: 'what makes codes of half a minute is an authenticator app',
    places: EVERY_TEXT,
    ruledOut: {
      es: /\bautenticador\b|\bapps? de códigos\b|de una app\.|\b(tu|usa una) app\b(?! de autenticación)/i,
      en: /\bcode apps?\b|\bof an app\.|\b(your|uses an) app\b/i,
      pt: /\bautenticador\b|\baplicaç(ão|ões) de códigos/iu,
      cs: /(?<!\p{L})aplikac\p{L}* (na|pro) kódy/iu,
      ca: /\bapps? de codis\b|\bautenticador\b/i,
      it: /\bautenticatore\b|\bapp per codici\b|di un’app\.|\b(tua app|usa un’app)\b(?! di autenticazione)/i,
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
      it: /\bnod[oi]\b/i,
    },
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
      it: /\btemi\b/i,
    },
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
      it: /\bclient[ei]\b|\bmarc(a|he)\b/i,
    },
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
      it: /\btagliand[oi]\b/i,
    },
  },
  {
    thing: 'a dashboard, a widget, a link, a query and a download are one word each',
    places: [...EVERYWHERE, 'layouts', 'mails'],
    ruledOut: {
      es: ruling(words('cuadros?\\sde\\smando tableros? vínculos? bajadas?')),
      en: ruling(words('boards? hyperlinks?')),
      pt: ruling(words('dashboards? links? hiperligaç\\p{L}+ descarreg\\p{L}+')),
      cs: ruling(words('dashboard\\p{L}* nástěnk\\p{L}* zveřejn\\p{L}+')),
      ca: ruling(words('taulers? ginys? vincles? descàrreg\\p{L}+ descarreg\\p{L}+')),
      it: ruling(words('pannell[oi] interrogazion[ei] collegament[oi] scaricament[oi]')),
    },
  },
  {
    thing: 'people are addressed in one form',
    places: EVERY_TEXT,
    ruledOut: {
      // tú
      es: ruling(
        words('ustedes usted vosotr[oa]s vuestr[oa]s? os (?!diecis|veintis)\\p{L}+[áé]is \\p{L}+[ai]steis'),
        orders(
          'abra acceda acepte active añada arrastre avise busque cambie cargue cierre compare compruebe confirme',
          'consulte contacte copie corrija cree desactive descargue deje descarte edite elija elimine escriba espere',
          'guarde haga indique inicie introduzca inténtelo lea marque mire muestre ordene pegue pida ponga póngase',
          'pruebe pulse quite recargue revise seleccione suelte tenga toque use vaya vea verifique vuelva',
        ),
      ),
      en: ruling(words('thou thee ye whilst amongst whoever whomever nobody somebody everybody anybody')),
      // third person, the pronoun left out
      pt: ruling(
        words(
          'vocês? tu teus? tuas? ti contigo vós voss[oa]s? tens podes queres deves estás foste vais',
          '(?!arraste|contraste)\\p{L}{2,}aste',
        ),
        orders(
          'adiciona arrasta clica escolhe escreve experimenta indica introduz larga pede prime seleciona tenta',
          'verifica',
        ),
      ),
      // vy
      cs: ruling(
        words(
          'tě tebe tobě tebou tvůj tvoj[eií] tvá tvé tvého tvému tvým tvých tvou jsi máš nemáš můžeš nemůžeš chceš',
          'musíš budeš vidíš uvidíš víš',
        ),
        orders(
          'klikni napiš odeber oprav otevři ověř požádej počkej pokračuj použij přečti přetáhni přidej přihlas přijmi',
          'smaž stiskni ulož vyber vyžádej zadej zavři zkontroluj zkus změň zvol',
        ),
      ),
      // tu
      ca: ruling(
        words(
          'vostès? vosaltres vostr[ea]s? heu podeu teniu voleu sou esteu accepteu activeu afegiu aneu arrossegueu',
          'baixeu cancel·leu canvieu carregueu cerqueu cliqueu comproveu confirmeu consulteu copieu corregiu creeu',
          'deixeu demaneu deseu desactiveu editeu elimineu enganxeu entreu enteneu envieu escolliu escriviu espereu',
          'feu guardeu indiqueu inicieu introduïu llegiu marqueu mireu obriu ompliu poseu premeu proveu recarregueu',
          'reviseu seleccioneu tanqueu toqueu torneu traieu trieu useu utilitzeu vegeu verifiqueu',
        ),
        orders(
          'accepti afegeixi arrossegui canviï comprovi confirmi consulti copiï corregeixi demani desi escrigui esperi',
          'indiqui iniciï introdueixi miri obri posi premi provi revisi seleccioni tanqui torni tregui triï vegi',
        ),
      ),
      // tu
      it: ruling(
        words(
          'voi vostr[oaie] accedete aggiungete aprite attendete avete cercate chiedete chiudete correggete dovete',
          'fate guardate leggete mettete potete premete provate riprovate scegliete scrivete siete togliete tornate',
          'usate volete',
        ),
        orders(
          'acceda accetti aggiunga apra attenda chieda chiuda consulti controlli copi corregga crei digiti faccia',
          'incolli indichi inserisca legga metta prema provi rilasci riprovi salvi scelga scriva selezioni tenga tolga',
          'torni trascini usi veda verifichi',
        ),
      ),
    },
  },
]
