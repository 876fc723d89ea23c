import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { palette } from '../../src/shared/palette.ts'
import { imigongo } from '../../src/ui/ornament/imigongo.ts'

// Renders the video of the home page: `node tools/artwork/film.ts`. Needs Chromium (CHROMIUM_PATH) and ffmpeg. Commit
// the resulting files. Every frame is a screenshot of the same page at another time of its animation.

const root = join(import.meta.dirname, '../..')
const folder = join(root, 'public/film')
const [width, height] = [1280, 720]
const framesPerSecond = 24
const lengthMs = 13_500
const posterMs = 2_600

const font = await readFile(
  join(root, 'src/ui/styles/fonts/plus-jakarta-sans-latin.woff2'),
  'base64',
)
const world = await readFile(join(root, 'src/pages/public/home/world-map.svg'), 'utf8')

/** A strip of Imigongo that appears from below. */
function strip(seed: string, index: number) {
  const { width: tile, height: tall, ground, shapes } = imigongo(seed, { bands: 5 })
  const paths = shapes.map(({ tone, d, line }) =>
    line
      ? `<path d="${d}" fill="none" stroke="${palette[tone]}" stroke-width="${line}"/>`
      : `<path d="${d}" fill="${palette[tone]}" fill-rule="evenodd"/>`,
  )
  return `<svg class="strip" style="left:${index * 160}px;animation-delay:${3400 + index * 130}ms">
    <pattern id="p${index}" width="${tile}" height="${tall}" patternUnits="userSpaceOnUse" patternTransform="scale(3.33)">
      <path d="M0 0h${tile}v${tall}H0z" fill="${palette[ground]}"/>${paths.join('')}
    </pattern><rect width="160" height="720" fill="url(#p${index})"/></svg>`
}

const hills = [
  [180, 560, 330, '#b3d4b8'],
  [1050, 620, 380, '#b3d4b8'],
  [620, 520, 260, '#5f9873'],
  [1290, 480, 220, '#5f9873'],
  [60, 520, 210, '#215c3d'],
  [860, 560, 150, '#1d130e'],
  [330, 480, 96, '#1d130e'],
].map(
  ([x, rx, ry, fill], index) =>
    `<ellipse class="hill" style="animation-delay:${index * 90}ms" cx="${x}" cy="720" rx="${rx}" ry="${ry}" fill="${fill}"/>`,
)

const rings = [0, 1, 2, 3, 4].map(
  (ring) =>
    `<circle r="${170 + ring * 38}" fill="none" stroke="${palette.ochre}" stroke-width="${15 - ring * 2.4}" stroke-dasharray="20 9" opacity="${1 - ring * 0.17}"/>`,
)

const page = `<!doctype html><style>
@font-face { font-family: Jakarta; src: url(data:font/woff2;base64,${font}); font-weight: 200 800 }
* { margin: 0; box-sizing: border-box }
body { width: ${width}px; height: ${height}px; overflow: hidden; background: ${palette.sand}; font: 800 84px/1.05 Jakarta; letter-spacing: -.04em; color: ${palette.ink} }
section { position: absolute; inset: 0; overflow: hidden; animation: show .5s ease-out both }
section > svg.all { position: absolute; inset: 0 }
p { position: absolute; left: 80px; top: 72px; animation: rise .8s cubic-bezier(.16,1,.3,1) both }
@keyframes show { from { opacity: 0 } }
@keyframes rise { from { opacity: 0; translate: 0 40px } }
@keyframes sun { from { translate: 0 520px } }
@keyframes turn { to { rotate: 40deg } }
@keyframes hill { from { translate: 0 380px } }
@keyframes weave { from { clip-path: inset(100% 0 0) } }
@keyframes draw { from { stroke-dashoffset: 1 } }
@keyframes beat { 0% { opacity: .8; scale: 1 } 80%, 100% { opacity: 0; scale: 4 } }
@keyframes grow { from { scale: 1.1 } }
.sun { animation: sun 2s cubic-bezier(.16,1,.3,1) both }
.rings { animation: turn 4s linear both }
.hill { animation: hill 1.5s cubic-bezier(.16,1,.3,1) both }
.strip { position: absolute; width: 160px; height: 720px; animation: weave .9s cubic-bezier(.16,1,.3,1) both }
.plate { background: ${palette.ink}; color: ${palette.paper}; padding: 28px 40px 36px; left: 80px; top: auto; bottom: 72px; animation-delay: 4.7s }
#land { color: #b9a892 } #africa { color: ${palette.ochre} } #arcs, #cities { color: #1b5c3c }
#arcs { stroke-dasharray: 1; animation: draw 1.6s cubic-bezier(.3,.2,.2,1) 7.5s both }
#cities, #names { animation: show .6s ease-out 8.7s both; letter-spacing: 0 }
#names, #home-name { stroke: ${palette.sand}; stroke-width: 4px; letter-spacing: 0 }
.world { position: absolute; left: -20px; top: 150px; width: 1320px; animation: grow 4s ease-out 6.7s both }
.beat { fill: ${palette.ochre}; transform-box: fill-box; transform-origin: center; animation: beat 1.5s ease-out 7s 3 both }
</style>
<section><svg class="all" viewBox="0 0 ${width} ${height}">
  <g transform="translate(880 330)"><g class="sun"><g class="rings">${rings.join('')}</g><circle r="138" fill="${palette.ochre}"/></g></g>
  ${hills.join('')}</svg><p style="animation-delay:.9s">Talent rises<br>everywhere.</p></section>
<section style="animation-delay:3.3s;animation-duration:.01s">${['umurava', 'ubumwe', 'huza', 'kigali', 'imigongo', 'intambwe', 'impano', 'inzira'].map(strip).join('')}
  <p class="plate">We train it in Kigali.</p></section>
<section style="animation-delay:6.7s;background:${palette.sand}">
  <svg class="world" viewBox="0 0 1000 470">${world.replace(/<\/?svg[^>]*>/g, '').replace('<path id="kigali"', '<use href="#kigali" class="beat"/><path id="kigali"')}</svg>
  <p style="animation-delay:7.1s;top:48px;font-size:72px">We connect it to the world.</p></section>
<section style="animation-delay:10.7s;background:${palette.ink};color:${palette.paper}">
  <svg viewBox="-1 -1 10 10" style="position:absolute;left:80px;top:190px;width:150px" fill="none">
    <path pathLength="1" d="M0 7.5V0h6v4H2v4h6V.5" stroke="#e08a62" stroke-width="1.2" style="stroke-dasharray:1;animation:draw 1.2s ease-out 10.9s both"/></svg>
  <p style="top:372px;animation-delay:11.5s;font-size:104px">Smart Talent.<br><span style="color:#e08a62">Global Reach.</span></p></section>`

const frames = await mkdtemp(join(tmpdir(), 'film-'))
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH,
  args: ['--no-sandbox'],
})
const tab = await browser.newPage({ viewport: { width, height } })
await tab.setContent(page)
await tab.evaluate(async () => {
  await document.fonts.ready
  for (const animation of document.getAnimations()) animation.pause()
})
const count = Math.round((lengthMs / 1000) * framesPerSecond)
for (let frame = 0; frame <= count; frame++) {
  const isPoster = frame === count
  await tab.evaluate(
    (ms) => {
      for (const animation of document.getAnimations()) animation.currentTime = ms
    },
    isPoster ? posterMs : (frame * 1000) / framesPerSecond,
  )
  const name = isPoster ? 'poster' : String(frame).padStart(4, '0')
  await tab.screenshot({ path: join(frames, `${name}.png`), animations: 'allow' })
}
await browser.close()

await mkdir(folder, { recursive: true })
const ffmpeg = (...args: string[]) =>
  execFileSync('ffmpeg', ['-loglevel', 'error', '-y', ...args], { stdio: 'inherit' })
const input = ['-framerate', String(framesPerSecond), '-i', join(frames, '%04d.png')]
const colour = ['-pix_fmt', 'yuv420p']
ffmpeg(
  ...input,
  ...colour,
  '-c:v',
  'libx264',
  '-preset',
  'slow',
  '-crf',
  '30',
  '-movflags',
  '+faststart',
  join(folder, 'huza.mp4'),
)
ffmpeg(
  ...input,
  ...colour,
  '-c:v',
  'libvpx-vp9',
  '-crf',
  '46',
  '-b:v',
  '0',
  '-row-mt',
  '1',
  '-cpu-used',
  '3',
  join(folder, 'huza.webm'),
)
ffmpeg('-i', join(frames, 'poster.png'), '-quality', '70', join(folder, 'huza.webp'))
await rm(frames, { recursive: true })
