/** Words, letters and numbers that name the direction of a passage. */
import { describe, expect, test } from 'vitest'
import { bare, directionOf, findDirection, isDirection } from './directions.ts'

const words = (text: string) => text.split(' ')
const IN =
  'in enter enters entered entry entries entering entrada entradas entra entran entrando entrata entrate ingresso ' +
  'ingressi vstup vstupy příchod příchody'
const OUT =
  'out exit exits exited exiting leave leaves leaving salida salidas sale salen saliendo saída saídas sai saindo ' +
  'uscita uscite esce sortida sortides surt východ východy odchod odchody'

test('a name is compared without capitals, accents and signs', () => {
  expect([' Příchod ', 'IN_OUT', 'in.out', 'in-out', 'in//out', 'In  Out', 'a_-b'].map(bare)).toEqual([
    'prichod',
    'in out',
    'in out',
    'in out',
    'in out',
    'in out',
    'a b',
  ])
})

describe('a word', () => {
  test.each(words(IN))('%s is in', (word) => {
    expect([isDirection(word), directionOf(` ${word.toUpperCase()} `, 'x')]).toEqual([true, 'in'])
  })
  test.each(words(OUT))('%s is out', (word) => {
    expect([isDirection(word), directionOf(` ${word.toUpperCase()} `, 'x')]).toEqual([true, 'out'])
  })

  test('may be a letter or a number, in a column that says so', () => {
    const of = (header: string) => (cell: string) => directionOf(cell, header)
    expect(words('i E +I').map(of('way'))).toEqual(['in', 'in', 'in'])
    expect(words('o S u X').map(of('way'))).toEqual(['out', 'out', 'out', 'out'])
    expect(words('1 +1 true yes si Sí sim ano').map(of('way'))).toEqual(Array(8).fill('in'))
    expect(words('0 2 -1 false no não ne').map(of('way'))).toEqual(Array(7).fill('out'))
    // In a column "exit", no means in.
    for (const header of ['exit', 'is_exit', 'Is Exit', 'salida'])
      expect([header, ...words('1 0 -1 true no').map(of(header))]).toEqual([header, 'out', 'in', 'out', 'out', 'in'])
    for (const header of ['entry', 'is_entry', 'Entrada', 'x'])
      expect([header, ...words('1 0 -1 true no').map(of(header))]).toEqual([header, 'in', 'out', 'out', 'in', 'out'])
    expect(['', 'north', '3', '11', 'w'].map(of('way'))).toEqual(Array(5).fill(null))
    expect(words('i o e s 1 0').map(isDirection)).toEqual(Array(6).fill(false))
  })
})

describe('the column of directions', () => {
  const find = (header: string, ...rows: readonly string[]) =>
    findDirection(
      header.split(','),
      rows.map((row) => row.split(',')),
      (column) => column !== 'used',
    )
  const is = (name: string, ...cells: readonly string[]) =>
    find(`ts,${name}`, ...cells.map((cell) => `2025,${cell}`)) === name

  test('has only words of in and out, under any header', () => {
    expect(is('x', 'in', ' OUT ', '', 'in')).toBe(true)
    expect(is('x', 'in', 'in')).toBe(true)
    expect(is('x', 'in', 'out', 'north')).toBe(false)
    expect(is('x', '', '')).toBe(false)
    expect(is('x', 'i', 'o')).toBe(false)
  })

  test.each(
    (
      'direction,Dir,sentido,Dirección,direção,direzione,direcció,směr,way,movement,movimiento,inout,io,ES,In/Out,in ' +
      'or out,entry/exit,enter_exit,Entrada / Salida,entrada ' +
      'saída,entrata-uscita,entrada/sortida,vstup/východ,I/O,e/s,E_U,entry,is_exit'
    ).split(','),
  )('called %s may have other words beside both, letters and numbers', (name) => {
    expect([is(name, 'in', 'out', 'north'), is(name, 'i', 'o'), is(name, '1', '0')]).toEqual([true, true, true])
  })

  test('has both, and letters that are no points of the compass', () => {
    expect([is('dir', 'in', 'north'), is('dir', 'out', 'north')]).toEqual([false, false])
    for (const pair of ['i,o', 'e,s', 'e,u', 'E,X']) expect([pair, is('dir', ...pair.split(','))]).toEqual([pair, true])
    for (const pair of ['e,o', 'i,s', 'i,x', 'i,u', 'e,s,x', 'e,s,n', 'i,i', '1,1', '1,true'])
      expect([pair, is('dir', ...pair.split(','))]).toEqual([pair, false])
    expect(is('dir', '1', '-1', '1')).toBe(true)
    expect(is('weather', '1', '0')).toBe(false)
  })

  test('is none of places: one of several doors may be called exit', () => {
    for (const name of 'area,Zone,zona,door,Puerta,porta,dveře,gate,acceso,access'.split(','))
      expect([name, is(name, 'in', 'out')]).toEqual([name, false])
  })

  test('is free, and the only one', () => {
    expect(is('used', 'in', 'out')).toBe(false)
    expect(find('a,used', 'in,in', 'out,out')).toBe('a')
    expect(find('a,b', 'in,in', 'out,out')).toBe(undefined)
    expect(find('a,b', 'in', 'out')).toBe('a')
    expect(find('a,b')).toBe(undefined)
  })
})
