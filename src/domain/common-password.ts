/**
 * Passwords that guessing begins with (ASVS 5.0, 6.2.4). There is no list to ship: what such lists hold are common
 * words, names, years, walks over the keyboard and repetitions, dressed up with a capital, a digit and a sign to pass
 * the rules. These parts are taken out; a password of which too little is left is common.
 */

/** Letters and digits that must remain: one whole word, or seven digits. */
const LEAST_LEFT = 7
/** `Abc1!Abc1!Abc1!`: a unit of so many characters or fewer, over and over. */
const LONGEST_UNIT = 6
/** A walk of so many keys counts; three letters in a row happen in words. */
const SHORTEST_WALK = 4
const SHORTEST_COUNT = 3
const SHORTEST_WORD = 3

const KEYS = [
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'azertyuiop',
  'qsdfghjklm',
  'wxcvbn',
  'qwertzuiop',
  'yxcvbnm',
  'abcdefghijklmnopqrstuvwxyz',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
  'qazwsxedcrfvtgbyhnujm',
  '1q2w3e4r5t6y7u8i9o0p',
  'a1b2c3d4e5f6',
]
const COUNTS = ['01234567890', '1470', '2580', '3690', '147258369', '159753', '13579', '24680']

/** The words such lists begin with, in the six languages of the product, without accents. */
const WORDS = [
  'password',
  'passwort',
  'passphrase',
  'contrasena',
  'contrasenya',
  'palavra',
  'passe',
  'senha',
  'heslo',
  'parola',
  'clave',
  'pass',
  'pwd',
  'administrator',
  'administrador',
  'amministratore',
  'spravce',
  'admin',
  'root',
  'superuser',
  'user',
  'usuario',
  'usuari',
  'utente',
  'uzivatel',
  'guest',
  'invitado',
  'convidat',
  'ospite',
  'host',
  'manager',
  'master',
  'sistema',
  'system',
  'welcome',
  'bienvenido',
  'bienvenida',
  'bemvindo',
  'benvinguda',
  'benvingut',
  'benvenuto',
  'vitejte',
  'hello',
  'hola',
  'ciao',
  'ahoj',
  'login',
  'letmein',
  'entrar',
  'changeme',
  'change',
  'cambiar',
  'temporal',
  'temporary',
  'temp',
  'default',
  'initial',
  'inicial',
  'test',
  'testing',
  'prueba',
  'prova',
  'demo',
  'example',
  'ejemplo',
  'secret',
  'secreto',
  'secreta',
  'segreto',
  'tajne',
  'iloveyou',
  'teamo',
  'tequiero',
  'tiamo',
  'miluji',
  'love',
  'amor',
  'amore',
  'princess',
  'princesa',
  'principessa',
  'sunshine',
  'dragon',
  'monkey',
  'shadow',
  'superman',
  'batman',
  'pokemon',
  'starwars',
  'football',
  'futbol',
  'calcio',
  'baseball',
  'soccer',
  'barcelona',
  'realmadrid',
  'madrid',
  'valencia',
  'sevilla',
  'juventus',
  'benfica',
  'sparta',
  'lisboa',
  'praha',
  'roma',
  'milano',
  'catalunya',
  'espana',
  'italia',
  'portugal',
  'summer',
  'winter',
  'spring',
  'autumn',
  'verano',
  'invierno',
  'primavera',
  'otono',
  'estiu',
  'hivern',
  'tardor',
  'estate',
  'inverno',
  'autunno',
  'verao',
  'outono',
  'leto',
  'zima',
  'jaro',
  'podzim',
  'january',
  'february',
  'march',
  'april',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
  'enero',
  'febrero',
  'marzo',
  'abril',
  'mayo',
  'junio',
  'julio',
  'agosto',
  'septiembre',
  'octubre',
  'noviembre',
  'diciembre',
  'gennaio',
  'febbraio',
  'aprile',
  'maggio',
  'giugno',
  'luglio',
  'settembre',
  'ottobre',
  'novembre',
  'dicembre',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
  'lunes',
  'martes',
  'miercoles',
  'jueves',
  'viernes',
  'sabado',
  'domingo',
  'aforo',
  'counting',
  'footfall',
]

const LOOKS_LIKE: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '|': 'l',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
  '+': 't',
  '8': 'b',
  '9': 'g',
}

/**
 * Lower case without accents, one unit for one character; a letter beyond 16 bits becomes one of the private area, so
 * that different ones stay different.
 */
function plain(char: string): string {
  const [base = char, ...more] = Array.from(char.normalize('NFD').replace(/\p{M}+/gu, ''))
  const [lower = char] = Array.from((more.length === 0 ? base : char).toLowerCase())
  return lower.length === 1 ? lower : String.fromCharCode(0xe000 + ((lower.codePointAt(0) ?? 0) % 0x1900))
}

/** Pieces of a name that say something: `ana.lopez@north.example.com` has ana, lopez, north, example. */
const piecesOf = (name: string): string[] =>
  name
    .split(/[^\p{L}\p{N}]+/u)
    .map((piece) => Array.from(piece, plain).join(''))
    .filter((piece) => piece.length >= SHORTEST_WORD)

const isRepeated = (text: string): boolean =>
  Array.from({ length: LONGEST_UNIT }, (_, at) => text.slice(0, at + 1)).some(
    (unit) => unit.length * 2 <= text.length && unit.repeat(Math.ceil(text.length / unit.length)).startsWith(text),
  )

/** `known`: what belongs to this account, as its username. */
export function isCommonPassword(password: string, known: readonly string[] = []): boolean {
  const chars = Array.from(password.normalize('NFC'))
  const typed = chars.map(plain).join('')
  if (typed.length !== chars.length || isRepeated(typed)) return isRepeated(typed)
  const gone = new Set<number>()
  const take = (from: number, length: number) => {
    for (let at = from; at < from + length; at++) gone.add(at)
  }

  for (const { index, 0: year } of typed.matchAll(/(?:19|20)\d\d/g)) take(index, year.length)
  for (const { index, 0: same } of typed.matchAll(/(.)\1{2,}/gu)) take(index, same.length)
  for (const [paths, least] of [
    [KEYS, SHORTEST_WALK],
    [COUNTS, SHORTEST_COUNT],
  ] as const) {
    for (const path of paths.flatMap((one) => [one, Array.from(one).reverse().join('')])) {
      for (let from = 0; from + least <= typed.length; from++) {
        let length = least
        if (!path.includes(typed.slice(from, from + length))) continue
        while (from + length < typed.length && path.includes(typed.slice(from, from + length + 1))) length++
        take(from, length)
      }
    }
  }
  const meant = Array.from(typed, (char) => LOOKS_LIKE[char] ?? char).join('')
  for (const word of [...WORDS, ...known.flatMap(piecesOf)]) {
    for (const text of [typed, meant]) {
      for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) take(at, word.length)
    }
  }
  return chars.filter((char, at) => !gone.has(at) && /[\p{L}\p{N}]/u.test(char)).length < LEAST_LEFT
}
