import { expect, test } from 'vitest'
import { threadMsOf } from '#testing/event-loop.ts'
import { bodyOf, readAnswer, splitAnswer } from './answer-text.ts'

test.each([
  ['a text of what is kept', { text: `${'x'.repeat(20_000)}\n` }, false],
  ['one character more', { text: 'x'.repeat(20_001) }, true],
  ['an end behind a long quote', { text: `Yes.\n${'> long\n'.repeat(15_000)}\nNo.` }, true],
  ['the HTML of a short text', { html: `<p>Yes.</p>${'<br>'.repeat(100)}` }, false],
  ['HTML of which not all is read', { html: `<p>${'<b></b>'.repeat(30_000)}Yes.</p>` }, true],
])('an email with %s says whether it is cut', (_what, email, isCut) => {
  expect(readAnswer(email).isCut).toBe(isCut)
})

test.each([
  ['tags that never end', '<b>'.repeat(66_000)],
  ['tags with ends of others between', '<b></x>'.repeat(28_000)],
  ['tags that would be left by taking out others', '<b <i>>'.repeat(28_000)],
  ['styles that never end', `${'<b>'.repeat(200)}${'<style>'.repeat(28_000)}`],
  ['the beginnings of tags', `${'<b>'.repeat(200)}${'<'.repeat(190_000)}`],
])('HTML of %s holds nothing up', async (_what, html) => {
  expect(await threadMsOf(() => bodyOf({ html }))).toBeLessThan(300)
})

const blanks = ' '.repeat(79_000)
const aboveAll = 'From: Huza\n'.repeat(9)

test.each([
  ['a date without a digit', `${aboveAll}Sent:${blanks}x`],
  ['a name of a header without an end', `${aboveAll}Sent${blanks}x`],
  ['headers without anything in them', `From:${blanks}:\n`.repeat(9)],
  ['many accents on one letter', `${aboveAll}To: A${'\u0315\u0300'.repeat(39_000)}`],
  ['an attribution without an end', `On 2 ${'wrote '.repeat(50)}${blanks}x`],
  ['attributions all over', `Am 2 ${'schrieb:'.repeat(62)}x\n`.repeat(150)],
  ['a line of a forwarded message without an end', `--${blanks}Original Message${blanks}x`],
])('an answer with %s holds nothing up', async (_what, text) => {
  expect(await threadMsOf(() => readAnswer({ text }))).toBeLessThan(300)
})

test('what Outlook quotes is parted from an answer in HTML, too', () => {
  const html = `<div><p class="MsoNormal">Oui, deux.<o:p></o:p></p></div><div style="border-top:solid #E1E1E1 1.0pt">
    <p class="MsoNormal"><b>De&nbsp;:</b> Huza &lt;info@huza.example&gt; <br><b>Envoy&eacute;&nbsp;:</b> lundi 2 mars 2026 10:00<br>
    <b>&Agrave;&nbsp;:</b> Katharina<br><b>Objet&nbsp;:</b> Re: Combien ?</p></div><p>Bonjour, combien ?</p>`
  const { text, quoted } = readAnswer({ html })
  expect(text).toBe('Oui, deux.')
  expect(quoted).toMatch(/^De\s:.*Bonjour, combien \?$/s)
})

test('HTML that is nested very deep comes as text, too', () => {
  const html = `<style>p { x: y }</style>${'<div>'.repeat(150)}<p>Yes, d&eacute;j&agrave;</p><p>1 &lt; 2</p>`
  expect(bodyOf({ html }).body.split(/\s*\n\s*/)).toEqual(['Yes, déjà', '1 < 2'])
})

test.each([
  ['Yes.\n\n> Do you?\n>> No.', 'Yes.', '> Do you?\n>> No.'],
  [
    'Le 2 mars 2026, Huza a écrit :\n> Oui ?\n\nOui !',
    'Oui !',
    'Le 2 mars 2026, Huza a écrit :\n> Oui ?',
  ],
  [
    'Fine.\n-----Original Message-----\nFrom: Huza\nHi',
    'Fine.',
    '-----Original Message-----\nFrom: Huza\nHi',
  ],
  ['> One?\nYes.\n> Two?\nNo.', '> One?\nYes.\n> Two?\nNo.', ''],
  ['Nul\0 and\u0007 bell', 'Nul and bell', ''],
  ['', '', ''],
])('the answer %j is parted from what it quotes', (body, text, quoted) => {
  expect(splitAnswer(body)).toEqual({ text, quoted, isLonger: false })
})

test.each([
  'On Mon, Mar 2, 2026 at 10:00 AM Huza <info@huza.example> wrote:',
  'On Mon, Mar 2, 2026 at 10:00\u202fAM Huza Group Limited, Kigali\n<info@huza.example> wrote:',
  'On 2 Mar 2026, at 10:00, Huza <info@huza.example> wrote:',
  'On 02/03/2026 10:00, Huza wrote:',
  'On Monday, March 2nd, 2026 at 10:00 AM, Huza <info@huza.example> wrote:',
  'On Mon, 2026-03-02 at 10:00 +0200, Huza wrote:',
  'Le lun. 2 mars 2026 à 10:00, Huza <info@huza.example> a écrit\u00a0:',
  'Le lun. 2 mars 2026 à 10:00, Huza Group Limited, Kigali <info@huza.example> a\nécrit :',
  'Le 02/03/2026 à 10:00, Huza a écrit :',
  'Am Mo., 2. März 2026 um 10:00 Uhr schrieb Huza <info@huza.example>:',
  'Am Mo., 2. März 2026 um 10:00 Uhr schrieb Huza Group Limited <\ninfo@huza.example>:',
  'Am 02.03.26 um 10:00 schrieb Huza:',
  'El lun, 2 mar 2026 a las 10:00, Huza (<info@huza.example>)\nescribió:',
  'Il giorno lun 2 mar 2026 alle ore 10:00 Huza <info@huza.example> ha scritto:',
  'Op ma 2 mrt 2026 om 10:00 schreef Huza <info@huza.example>:',
  '-----Ursprüngliche Nachricht-----',
  'From: Huza <info@huza.example>\nSent: Monday, March 2, 2026 10:00 AM\nTo: Katharina <k@example.rw>\nSubject: Re: Two developers',
  'From: Huza <info@huza.example>\nDate: Monday, 2 March 2026 at 10:00\nTo: Katharina <k@example.rw>,\n Jean <jean@example.rw>\nCc: Aline\nSubject: Re: Two developers',
  '*From:* Huza\n*Sent:* 02 March 2026 10:00\n*To:* Katharina\n*Subject:* Re: Two developers',
  'De\u00a0: Huza <info@huza.example>\nEnvoyé\u00a0: lundi 2 mars 2026 10:00\nÀ\u00a0: Katharina\nObjet\u00a0: Re: Deux développeurs',
  'De : Huza\nDate : lundi, 2 mars 2026 à 10:00\nA\u0300 : Katharina\nCc : Aline\nObjet : Re: Deux développeurs',
  'Von: Huza\nGesendet: Montag, 2. März 2026 10:00\nAn: Katharina\nBetreff: AW: Zwei Entwickler',
  'De: Huza\nEnviado el: lunes, 2 de marzo de 2026 10:00\nPara: Katharina\nAsunto: RE: Dos desarrolladores',
  'Da: Huza\nInviato: lunedì 2 marzo 2026 10:00\nA: Katharina\nOggetto: R: Due sviluppatori',
  'Van: Huza\nVerzonden: maandag 2 maart 2026 10:00\nAan: Katharina\nOnderwerp: RE: Twee ontwikkelaars',
])('what follows %j is quoted, also without marks', (attribution) => {
  const quoted = `${attribution}\n\nDear Katharina,\nyes, we have two.`
  expect(splitAnswer(`Great!\n\n${quoted}`)).toMatchObject({ text: 'Great!', quoted })
})

test.each([
  'On my application form I wrote:',
  'On the form of 2 March I wrote:',
  'Le formulaire que ma collègue a écrit :',
  'Am Montag schrieb mein Chef:',
  'Am 2. März schrieb ich Ihnen:',
  'Op mijn formulier schreef ik:',
  'From: Kigali\nTo: Huye',
  'From: Kigali\nDate: 2 March\nTo: Huye\nas I wrote. About the subject:',
  'De : Kigali\nDate : lundi\nÀ : Huye\nObjet : formation',
])('what follows a line of the visitor such as %j stays in the answer', (line) => {
  const text = `Hello,\n${line}\ntwo developers, from April on.`
  expect(splitAnswer(text)).toMatchObject({ text, quoted: '' })
})
