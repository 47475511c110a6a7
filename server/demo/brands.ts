import type { Client } from '#schemas/generated/entities/client.ts'
import type { Local } from '#schemas/generated/entities/local.ts'
import type { Rhythm } from '../simulator/rhythms.ts'
import type { PlaceName } from './places.ts'

export interface DemoLocal {
  readonly name: string
  readonly place: PlaceName
  readonly street: string
  readonly type: Local['type']
  readonly rhythm: Rhythm
  /** People who pass the front in a usual open hour. */
  readonly passing: number
  /** Share of them that comes in. */
  readonly capture: number
  /** Tickets per visit; null = no tickets are uploaded. */
  readonly conversion: number | null
  /** Change of the traffic in a year, for example 0.05. */
  readonly growth: number
  /** Days before the day of loading on which it opened or closed. */
  readonly openedAgo?: number
  readonly closedAgo?: number
  readonly paramStatus?: Local['paramStatus']
  readonly hideFootCompare?: boolean
}

export interface DemoBrand {
  /** Makes the codes of the locals. */
  readonly key: string
  readonly name: string
  readonly type: Client['type']
  /** No account but the administrator's may read it. */
  readonly isAdminOnly?: true
  readonly locals: readonly DemoLocal[]
}

type Extra = Partial<Omit<DemoLocal, 'name' | 'place' | 'street'>>

/**
 * Locals of a brand: `[name, place, street, passing, capture %, conversion %, growth %]`, with what is common and what
 * is special.
 */
const locals = (
  common: Pick<DemoLocal, 'type' | 'rhythm'>,
  rows: readonly (readonly [string, PlaceName, string, number, number, number | null, number, Extra?])[],
): DemoLocal[] =>
  rows.map(([name, place, street, passing, capture, conversion, growth, extra]) => ({
    ...common,
    name,
    place,
    street,
    passing,
    capture: capture / 100,
    conversion: conversion === null ? null : conversion / 100,
    growth: growth / 100,
    ...extra,
  }))

/**
 * Fictitious brands. The names of one are markup, a formula and a template, which every list has to show as text; only
 * `admin` sees it.
 */
export const BRANDS: readonly DemoBrand[] = [
  {
    key: 'NUB',
    name: 'Nube Moda',
    type: 'basic',
    locals: locals({ type: 'store', rhythm: 'street' }, [
      ['Gran Vía', 'madrid', 'Gran Vía 41', 1450, 14, 24, 3],
      ['Serrano', 'madrid', 'Calle de Serrano 52', 620, 11, 31, -2],
      ['Preciados', 'madrid', 'Calle de Preciados 18', 1700, 12, 22, 5],
      ["Portal de l'Àngel", 'barcelona', "Portal de l'Àngel 9", 1600, 13, 23, 2],
      ['Passeig de Gràcia', 'barcelona', 'Passeig de Gràcia 71', 980, 10, 29, -4],
      ['Colón', 'valencia', 'Carrer de Colom 27', 720, 15, 27, 4],
      ['Sierpes', 'sevilla', 'Calle Sierpes 33', 640, 16, 26, 1],
      ['Larios', 'malaga', 'Calle Marqués de Larios 7', 810, 14, 25, 7],
      ['Gran Vía Bilbao', 'bilbao', 'Gran Vía de Don Diego 22', 560, 15, 30, 0],
      ['Independencia', 'zaragoza', 'Paseo Independencia 14', 430, 17, 28, -6, { closedAgo: 118 }],
      ['Triana', 'laspalmas', 'Calle Mayor de Triana 60', 390, 18, 29, 3],
      ['Castillo', 'tenerife', 'Calle del Castillo 35', 360, 17, 27, 2, { openedAgo: 287 }],
      ['Rua Augusta', 'lisboa', 'Rua Augusta 108', 880, 12, 24, 6],
      ['Oxford Circus', 'london', 'Regent Street 214', 1900, 9, 21, 2],
    ]),
  },
  {
    key: 'ALP',
    name: 'Casa Alpina',
    type: 'basic',
    locals: locals({ type: 'store', rhythm: 'split' }, [
      ['Chamberí', 'madrid', 'Calle de Fuencarral 131', 260, 20, 33, 2],
      ['Eixample', 'barcelona', 'Carrer de Balmes 88', 310, 18, 35, 1],
      ['Ruzafa', 'valencia', 'Carrer de Cadis 40', 190, 22, 36, 5],
      ['Nervión', 'sevilla', 'Avenida Luis de Morales 3', 240, 19, 31, -3, { conversion: null }],
      ['Indautxu', 'bilbao', 'Calle Ercilla 24', 210, 21, 38, 0],
      ['Real', 'coruna', 'Rúa Real 51', 170, 23, 37, 1],
      ['Jaume III', 'palma', 'Avinguda Jaume III 12', 280, 19, 34, 4],
      ['Baixa', 'porto', 'Rua de Santa Catarina 210', 330, 17, 30, 8],
      ['Getafe (obra)', 'madrid', 'Avenida Juan de la Cierva 2', 200, 20, 30, 0, { paramStatus: 'installed' }],
    ]),
  },
  {
    key: 'PAN',
    name: 'Pan de Barrio',
    type: 'basic',
    locals: locals({ type: 'restoration', rhythm: 'food' }, [
      ['Lavapiés', 'madrid', 'Calle Argumosa 15', 180, 24, 44, 6],
      ['Malasaña', 'madrid', 'Corredera Alta 11', 230, 22, 42, 9],
      ['Gràcia', 'barcelona', 'Carrer Gran de Gràcia 57', 240, 21, 43, 4],
      ['Sants', 'barcelona', 'Carrer de Sants 120', 170, 23, 45, 1],
      ['Triana Sevilla', 'sevilla', 'Calle San Jacinto 28', 150, 24, 41, 3],
      ['El Carmen', 'valencia', 'Carrer de Dalt 9', 130, 25, 43, 2],
      ['Casco Viejo', 'bilbao', 'Calle Bidebarrieta 6', 160, 23, 45, 0],
      ['Vegueta', 'laspalmas', 'Calle de los Balcones 3', 110, 25, 44, 5],
    ]),
  },
  {
    key: 'FAR',
    name: 'Óptica Faro',
    type: 'basic',
    locals: locals({ type: 'store', rhythm: 'split' }, [
      ['Goya', 'madrid', 'Calle de Goya 63', 420, 8, 18, 1],
      ['Sol', 'madrid', 'Calle Mayor 5', 760, 8.5, 16, 3],
      ['Diagonal', 'barcelona', 'Avinguda Diagonal 471', 480, 8, 19, -1],
      ['Alameda', 'malaga', 'Alameda Principal 20', 300, 9, 20, 2],
      ['Plaza Mayor', 'zaragoza', 'Calle Alfonso I 17', 260, 10, 21, 0],
      ['Cantón', 'coruna', 'Cantón Pequeño 8', 220, 9, 22, 1],
      ['Outlet Norte', 'madrid', 'Calle del Haya 4', 150, 12, 25, -8, { hideFootCompare: true }],
    ]),
  },
  {
    key: 'MAR',
    name: 'Galerías del Mar',
    type: 'basic',
    locals: locals({ type: 'mall', rhythm: 'mall' }, [
      ['Galerías Málaga', 'malaga', 'Avenida de Andalucía 4', 2100, 24, 15.5, 3],
      ['Galerías Palma', 'palma', "Carrer d'Aragó 54", 1500, 25, 16, 2],
      ['Galerías Telde', 'laspalmas', 'Autovía GC-1 km 8', 1300, 24, 15, 1],
    ]),
  },
  {
    key: 'PRU',
    name: 'Pruebas de nombres',
    type: 'basic',
    isAdminOnly: true,
    locals: locals({ type: 'store', rhythm: 'street' }, [
      [
        "\"><img src=x onerror=alert(1)><script>alert('Rastro')</script>",
        'madrid',
        'Ribera de Curtidores 12',
        280,
        15,
        28,
        2,
      ],
      ['=HYPERLINK("https://example.com","Born")', 'barcelona', 'Carrer del Rec 30', 310, 16, 27, 1],
      ['{{local.name}}', 'valencia', 'Carrer del Mar 8', 240, 17, 29, 0],
    ]),
  },
  {
    key: 'MOT',
    name: 'Motor Levante',
    type: 'automotive',
    locals: locals({ type: 'automotive', rhythm: 'dealer' }, [
      ['Alfafar', 'valencia', 'Avenida Reial de Madrid 33', 60, 22, null, 2],
      ['Polígono Norte', 'madrid', 'Avenida de Burgos 118', 80, 20, null, 1],
      ['Cornellà', 'barcelona', "Carretera d'Esplugues 210", 75, 21, null, -3],
      ['Guadalhorce', 'malaga', 'Avenida de Velázquez 321', 55, 23, null, 4],
    ]),
  },
  {
    key: 'CIE',
    name: 'Auto Cierzo',
    type: 'automotive',
    locals: locals({ type: 'automotive', rhythm: 'dealer' }, [
      ['Carretera de Logroño', 'zaragoza', 'Carretera de Logroño km 4', 50, 24, null, 0],
      ['Zorroza', 'bilbao', 'Zorrozgoiti 5', 45, 23, null, 2],
      ['Vigo (vendido)', 'coruna', 'Avenida de Madrid 190', 40, 22, null, 0, { paramStatus: 'sold' }],
    ]),
  },
  {
    key: 'LIE',
    name: 'Torre Lienzo',
    type: 'office',
    locals: locals({ type: 'office', rhythm: 'office' }, [
      ['Torre Castellana', 'madrid', 'Paseo de la Castellana 200', 260, 90, null, 3],
      ['22@', 'barcelona', 'Carrer de Pallars 193', 180, 90, null, 5],
      ['Campus Lisboa', 'lisboa', 'Avenida Dom João II 44', 140, 90, null, 2],
    ]),
  },
  {
    key: 'LUZ',
    name: 'Museo de la Luz',
    type: 'expo',
    locals: locals({ type: 'museum', rhythm: 'museum' }, [
      ['Sede Bilbao', 'bilbao', 'Muelle de Uribitarte 30', 520, 22, 60, 4],
      ['Sede Málaga', 'malaga', 'Muelle Uno 14', 440, 24, 62, 6],
    ]),
  },
  {
    key: 'VIV',
    name: 'Barrio Vivo',
    type: 'neighbourhood',
    locals: locals({ type: 'neighbourhood', rhythm: 'always' }, [
      ['Mercat de la Llibertat', 'barcelona', 'Plaça de la Llibertat 27', 420, 23, null, 1],
      ['Calle de la Paz', 'valencia', 'Carrer de la Pau 10', 380, 21, null, 2],
    ]),
  },
  {
    key: 'SOL',
    name: 'Recinto Solar',
    type: 'events',
    locals: locals({ type: 'events', rhythm: 'events' }, [
      ['Pabellón Sur', 'sevilla', 'Avenida Alcalde Luis Uruñuela 1', 900, 24, null, 3],
      ['Arena Zaragoza', 'zaragoza', 'Calle Princesa 2', 700, 25, null, 0],
      ['Anfiteatro (sin datos)', 'palma', 'Camí de Jesús 1', 500, 20, null, 0, { paramStatus: 'unknown' }],
    ]),
  },
]
