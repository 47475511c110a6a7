/** What draws charts as shapes, which are sharp at any size: 8 KB that only a print needs. */
import { SVGRenderer } from 'echarts/renderers'
import { register } from '../library.ts'

export const drawInShapes = () => register([SVGRenderer])
