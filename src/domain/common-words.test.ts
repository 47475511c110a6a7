import { expect, test } from 'vitest'
import { isCommonPassword } from './common-password.ts'

/** Six letters and digits that belong to no word, walk, year or count: one too few to be left alone. */
const REST = '-Kv7m#Q2'
/** Words of the six languages that lists of guessed passwords begin with. */
const WORDS = [
  'password', 'passwort', 'passphrase', 'contrasena', 'contrasenya', 'palavra', 'passe', 'senha', 'heslo', 'parola',
  'clave', 'pass', 'pwd', 'administrator', 'administrador', 'amministratore', 'spravce', 'admin', 'root', 'superuser',
  'user', 'usuario', 'usuari', 'utente', 'uzivatel', 'guest', 'invitado', 'convidat', 'ospite', 'host', 'manager',
  'master', 'sistema', 'system', 'welcome', 'bienvenido', 'bienvenida', 'bemvindo', 'benvinguda', 'benvingut',
  'benvenuto', 'vitejte', 'hello', 'hola', 'ciao', 'ahoj', 'login', 'letmein', 'entrar', 'changeme', 'change',
  'cambiar', 'temporal', 'temporary', 'temp', 'default', 'initial', 'inicial', 'test', 'testing', 'prueba', 'prova',
  'demo', 'example', 'ejemplo', 'secret', 'secreto', 'secreta', 'segreto', 'tajne', 'iloveyou', 'teamo', 'tequiero',
  'tiamo', 'miluji', 'love', 'amor', 'amore', 'princess', 'princesa', 'principessa', 'sunshine', 'dragon', 'monkey',
  'shadow', 'superman', 'batman', 'pokemon', 'starwars', 'football', 'futbol', 'calcio', 'baseball', 'soccer',
  'barcelona', 'realmadrid', 'madrid', 'valencia', 'sevilla', 'juventus', 'benfica', 'sparta', 'lisboa', 'praha',
  'roma', 'milano', 'catalunya', 'espana', 'italia', 'portugal', 'summer', 'winter', 'spring', 'autumn', 'verano',
  'invierno', 'primavera', 'otono', 'estiu', 'hivern', 'tardor', 'estate', 'inverno', 'autunno', 'verao', 'outono',
  'leto', 'zima', 'jaro', 'podzim', 'january', 'february', 'march', 'april', 'june', 'july', 'august', 'september',
  'october', 'november', 'december', 'enero', 'febrero', 'marzo', 'abril', 'mayo', 'junio', 'julio', 'agosto',
  'septiembre', 'octubre', 'noviembre', 'diciembre', 'gennaio', 'febbraio', 'aprile', 'maggio', 'giugno', 'luglio',
  'settembre', 'ottobre', 'novembre', 'dicembre', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday',
  'sunday', 'lunes', 'martes', 'miercoles', 'jueves', 'viernes', 'sabado', 'domingo', 'aforo', 'counting', 'footfall',
]

test('what is left beside nothing common is enough with seven letters and digits', () => {
  expect([isCommonPassword('Kv7m#Q2'), isCommonPassword('Kv7m#Q2w'), isCommonPassword(`Bxk${REST}`)])
    .toEqual([true, false, false])
})

test('each of these words counts for nothing, in any letters and with the digits that look like them', () => {
  const guessed = (word: string) => isCommonPassword(word + REST)
  expect(WORDS.filter((word) => !guessed(word))).toEqual([])
  expect(WORDS.filter((word) => !guessed(word.toUpperCase()))).toEqual([])
  expect(['p@55w0rd', 'l1v3rp00l', '8ar9elona', 'v3|kom', 'con+rasena', '$uperman'].map(guessed))
    .toEqual([true, false, false, false, true, true])
})

test.each([
  'qwer', 'poiu', 'asdf', 'lkjh', 'zxcv', 'mnbv', 'azer', 'qsdf', 'wxcv', 'qwertz', 'yxcv', 'efgh', 'wvut', '1qaz2wsx',
  'qazwsx', '1q2w3e', 'a1b2c3',
])('four keys side by side count for nothing: %s', (walk) => {
  expect([isCommonPassword(walk + REST), isCommonPassword(`${walk.slice(0, 3)}${REST}`)]).toEqual([true, false])
})

test.each([
  '345', '987', '147', '258', '369', '852', '159', '753', '135', '975', '246', '864', '470', '580', '690',
])('three figures of a row, a column or a step count for nothing: %s', (count) => {
  expect([isCommonPassword(count + REST), isCommonPassword(`${count.slice(0, 2)}k${REST}`)]).toEqual([true, false])
})

test('years of the last and of this century count for nothing, and others do', () => {
  expect(['1900', '1987', '2026', '2099'].map((year) => isCommonPassword(year + REST)))
    .toEqual([true, true, true, true])
  expect(['1887', '2163'].map((year) => isCommonPassword(year + REST))).toEqual([false, false])
})

test('the same sign three times counts for nothing, twice it counts', () => {
  expect([isCommonPassword(`xxx${REST}`), isCommonPassword(`xxxxx${REST}`), isCommonPassword(`xx${REST}`)])
    .toEqual([true, true, false])
})

test('a unit of six signs repeated is common, one of seven is looked at for itself', () => {
  expect([isCommonPassword('Kv7mQ2Kv7mQ2Kv7'), isCommonPassword('Kv7mQ2xKv7mQ2xKv7')]).toEqual([true, false])
})

test('pieces of the own name of three signs count for nothing, shorter ones count', () => {
  const known = ['ana.ky@north-wind.test']
  expect(['Ana', 'North', 'W1nd', 'test'].map((piece) => isCommonPassword(piece + REST, known)))
    .toEqual([true, true, true, true])
  expect([isCommonPassword(`ky${REST}`, known), isCommonPassword(`Ána${REST}`, known)]).toEqual([false, true])
})
