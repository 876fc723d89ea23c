import type { DemoArticle } from './demo-article.ts'

export const africaArticles: readonly DemoArticle[] = [
  {
    title: 'Why Kigali? An honest answer',
    category: 'africa',
    author: 'Jean Bosco Niyonzima',
    description:
      'What speaks for building a team here, what speaks against it, and what we tell those who should go elsewhere.',
    tags: ['Rwanda', 'Kigali', 'Outsourcing'],
    daysAgo: 7,
    content: `
<p>We are asked this by everybody who has never been here, and by nobody who has. Still, it deserves a
better answer than a photograph of the skyline at night.</p>
<h2>What speaks for it</h2>
<ul>
<li><strong>You can plan.</strong> A company is registered within days, offices keep their hours, and the
rules that hold in January hold in June.</li>
<li><strong>People stay.</strong> Good jobs in technology are still scarce here. Somebody who has found
one does not leave for a slightly better one next month.</li>
<li><strong>The clock.</strong> Two hours ahead of UTC all year: most of Europe's working day is ours.</li>
<li><strong>It is easy to visit.</strong> Many travellers get their visa on arrival, and the airport is
twenty minutes from our door.</li>
</ul>
<h2>What speaks against it</h2>
<p>The market is small. If you need two hundred people with ten years of experience by autumn, they are
not here. Senior engineers are sought after, and the good ones know it. Flights to Europe are long and
mostly at night. And although fibre reaches every district, a storm can still take a street off the
grid for an hour, so every serious office has a second line and a battery.</p>
<h2>So for whom?</h2>
<table>
<thead><tr><th scope="col">You want</th><th scope="col">Kigali is</th></tr></thead>
<tbody>
<tr><td>A team of three to forty that stays</td><td>A very good place</td></tr>
<tr><td>Support in English and French</td><td>A very good place</td></tr>
<tr><td>Juniors whom you will train well</td><td>A very good place</td></tr>
<tr><td>Rare specialists, at once</td><td>Probably not the place</td></tr>
<tr><td>The lowest rate on earth</td><td>Not the place, and we are glad</td></tr>
</tbody>
</table>
<blockquote><p>I came for the costs. I stayed because on the last Saturday of the month my whole street
came out to clean up, and my new colleagues handed me a spade.</p></blockquote>
<p>Come and see. Not for a conference: for a week, with your laptop, at a desk next to the people whom
you would be working with. It is the only answer that we trust ourselves.</p>`,
  },
  {
    title: 'One payroll, five countries',
    category: 'africa',
    author: 'Chantal Ingabire',
    description:
      'Paying people in several African countries is less about money than about calendars. A guide to what has to be ready when.',
    tags: ['Payroll', 'Back office', 'East Africa'],
    daysAgo: 26,
    content: `
<p>One of our clients began with two colleagues in Kigali. Today there are twenty-three people in five
countries, and one of us runs their payroll. The sums are easy. The dates are what keeps her awake.</p>
<h2>What differs</h2>
<p>Every country has its own income tax, its own social insurance, and its own day of the month by which
both are due. Public holidays differ, and some are announced only days before. Banks need one day in one
place and three in another. Mobile money arrives at once, unless the limit for the day is reached.</p>
<h2>A calendar that works</h2>
<table>
<thead><tr><th scope="col">Day of the month</th><th scope="col">What has to be ready</th></tr></thead>
<tbody>
<tr><td>12</td><td>Joiners, leavers, changes of salary</td></tr>
<tr><td>15</td><td>Hours, leave, expenses</td></tr>
<tr><td>17</td><td>First calculation; each person checks their own</td></tr>
<tr><td>20</td><td>Approved, by two people</td></tr>
<tr><td>22</td><td>Transfers leave, slowest banks first</td></tr>
<tr><td>25</td><td>Everybody has been paid</td></tr>
</tbody>
</table>
<p>The important row is the seventeenth. Everybody sees their own payslip before it is final, with a day
to object. It turned most of our corrections into questions.</p>
<h2>Four mistakes we made for you</h2>
<ol>
<li>Promising a sum after tax without saying in which currency, on which day's rate.</li>
<li>Treating employees as contractors because it was simpler. It is simpler until it is audited.</li>
<li>Paying by the calendar of the head office. In Kigali, the school fees are due in September.</li>
<li>Keeping it all in the head of one person, who then got married and went away for three weeks.</li>
</ol>
<blockquote><p>Nobody thanks you for a payroll that is right. But see what happens when it is an hour late.</p></blockquote>
<p>Get a local accountant in each country, and pay them properly. Then write down the calendar, the
contacts and the exceptions, so that a colleague can run a month without you. Do that once a year, even
when nobody is getting married.</p>`,
  },
  {
    title: 'Four languages in one morning',
    category: 'africa',
    author: 'Aline Uwase',
    description:
      'Kinyarwanda, English, French and Swahili are all at home in our office. What that does for customers, and for us.',
    tags: ['Languages', 'Customer support', 'Rwanda'],
    daysAgo: 44,
    content: `
<p>At eight somebody tells a story in Kinyarwanda. At nine the stand-up is in English. At ten the phone
rings from Kinshasa and the answer is in French, and the driver who brings the lunch settles the bill in
Swahili. Nobody remarks on it. It is a Tuesday.</p>
<p>Rwanda has four official languages, and most of our people work in two or three of them. For
customers that is worth more than it looks.</p>
<h2>More than translation</h2>
<p>To speak a language is to know how a complaint sounds in it. A French customer who writes three
paragraphs before the point is not angrier than the English one with a single line. Somebody who grew
up between languages hears the difference and does not take it personally.</p>
<h2>How we staff it</h2>
<ul>
<li>We test writing and speaking apart. Many are strong in one of them.</li>
<li>We ask for a real ticket and a real answer, with no essay about a summer holiday.</li>
<li>We mark each person's languages by what they may do: reply alone, reply with a second reader, or
read only.</li>
</ul>
<h2>Inside the office</h2>
<p>A mixed team needs one agreement: what is written down for everybody is written in English. Otherwise
the important things get said in the language of whoever happens to sit together. Jokes are free.</p>
<blockquote><p>When I debug, I swear in Kinyarwanda and count in French. The commit message is in
English. My manager sees only the last part.</p></blockquote>
<h2>One word</h2>
<p>Our name is a Kinyarwanda verb: <em>guhuza</em> means to bring together, to connect. We did not choose it
for the sound, although we like the sound. We chose it because it is what happens at our tables every
morning before anybody talks about business.</p>`,
  },
  {
    title: 'Good jobs in small towns: working from Huye, Musanze and Rubavu',
    category: 'africa',
    author: 'Yves Tuyisenge',
    description:
      'For years a career in technology meant moving to the capital. Three colleagues tell why they went home again.',
    tags: ['Remote work', 'Rwanda', 'Careers'],
    daysAgo: 61,
    content: `
<p>When we opened, everybody who worked with us lived in Kigali or moved there. Rents were high, the bus
was full, and on Friday evenings half of the office went home to the hills. Some years ago we asked
what would happen if they simply stayed there.</p>
<h2>Huye</h2>
<p>Claudine reviews invoices for a company in Rotterdam. She works in two rooms above a pharmacy, shared
with five others, a short walk from the university. She pays a third of her former rent, and on
Thursdays she teaches spreadsheets to students.</p>
<blockquote><p>In Kigali I was one of many. Here people stop me to ask how their daughter can do what I do.</p></blockquote>
<h2>Musanze</h2>
<p>Innocent keeps servers running. From his window he can see the volcanoes, when there is no cloud. His
line goes down more often than in the capital, so he has two, from different companies, and a battery
that lasts a day.</p>
<h2>Rubavu</h2>
<p>Sandrine designs interfaces at the shore of Lake Kivu. She tried out her last one on the fishermen who
come in at seven. None of them had used such an application before, and so they found everything that
was wrong with it.</p>
<h2>What it takes</h2>
<ol>
<li><strong>A place.</strong> Working from home is hard in a house with nine people. We rent rooms, small
ones, with good chairs.</li>
<li><strong>Two lines and a battery.</strong> Paid for by us, tested every month.</li>
<li><strong>A week together.</strong> Four times a year everybody meets in Kigali. Trust does not travel
well through a camera, it has to be refilled.</li>
<li><strong>The same salary.</strong> The work is worth the same, wherever it is done.</li>
</ol>
<p>Today nearly a third of our people work outside the capital. They stay with us longer than others do.
And when a cohort opens in their town, they are the ones who stand in front of it and say: I began in a
room like this one.</p>`,
  },
  {
    title: 'Selling skills across borders: what one African market means for services',
    category: 'africa',
    author: 'Patrick Habimana',
    description:
      'Free trade makes one think of lorries and customs posts. For those who sell work by the hour, other things count.',
    tags: ['Trade', 'East Africa', 'Business'],
    daysAgo: 108,
    content: `
<p>Trading under the African Continental Free Trade Area began in 2021. Most of what is written about it
is about goods: which tariff falls in which year. We sell no goods. We sell the time and the skill of
people, and for that, other questions decide.</p>
<h2>Four borders that a service has to cross</h2>
<ol>
<li><strong>The person.</strong> May our engineer work at a client's office in Nairobi for three weeks?
Within the East African Community this has become much easier than it was. Farther away, ask early.</li>
<li><strong>The certificate.</strong> Is a qualification from here recognised there? For accountants and
architects this is a matter of treaties. In software, nobody has ever asked us, they give you a task.</li>
<li><strong>The money.</strong> Can the client pay in their own currency, and what is lost on the way?
Payment systems that settle between African currencies, without a detour through dollars, are the
dullest and most important news of these years.</li>
<li><strong>The data.</strong> May customer records be worked on in another country? More and more laws
have an answer, and the answers are beginning to resemble one another.</li>
</ol>
<h2>What we see</h2>
<p>For most of our history nine clients in ten came from Europe and North America. That is changing. A bank
in one country asks us to run the help desk for its customers in three. A shop in Lusaka wants its
accounts kept by people who know what mobile money looks like in a ledger.</p>
<blockquote><p>They did not need the explanation. They had the same problem, in another currency.</p></blockquote>
<h2>What to do now</h2>
<ul>
<li>Write offers in the client's currency and say who carries the risk of the rate.</li>
<li>Put the applicable law and the place of settlement into every contract.</li>
<li>Begin with a neighbour. Three hours on a bus teach more than a study does.</li>
</ul>
<p>A market of more than a billion people is not opened by a signature. It is opened by the second
invoice that gets paid without trouble.</p>`,
  },
  {
    title: 'Power, fibre and plan B: keeping an office online',
    category: 'africa',
    author: 'Eric Mugisha',
    description:
      'Every client asks what happens when the lights go out. Here is our whole setup, with what it costs us and what failed.',
    tags: ['Infrastructure', 'Kigali', 'Engineering'],
    daysAgo: 135,
    content: `
<p>In our first year the office went dark in the middle of a call with a new client. We lost eleven
minutes and very nearly the client. Since then nobody has noticed an outage, although there have been
many. This is how.</p>
<h2>Three layers</h2>
<table>
<thead><tr><th scope="col">Layer</th><th scope="col">Carries us for</th><th scope="col">Tested</th></tr></thead>
<tbody>
<tr><td>Laptop batteries</td><td>4 hours</td><td>Every day, by themselves</td></tr>
<tr><td>Batteries for network and light</td><td>8 hours</td><td>First Monday of the month</td></tr>
<tr><td>Generator</td><td>As long as there is fuel</td><td>First Monday of the month</td></tr>
</tbody>
</table>
<p>The cheapest layer is the one that works best. We buy laptops for their batteries and replace those
after two years, whatever they claim about their health.</p>
<h2>Two lines that are really two</h2>
<p>We had two providers from the start. Then a digger cut a cable in our street, and both were gone: they
shared the same duct. Now the second line comes over the air, from the other side of the hill. Our
router asks both lines every few seconds whether they are there:</p>
<pre><code class="language-bash">for line in fibre radio; do
  ping -c 3 -W 1 -I "$line" gateway.example &gt; /dev/null &amp;&amp; echo "$line is up"
done</code></pre>
<h2>What failed nevertheless</h2>
<ul>
<li>The generator, which nobody had filled up. The key hangs beside a checklist now.</li>
<li>The second line, which was up and so slow that calls broke off. We test for speed now as well.</li>
<li>The person who knew it all, who was on leave. Three people know it now.</li>
</ul>
<blockquote><p>Anybody can buy a battery. The plan is what happens on the first Monday of the month.</p></blockquote>
<h2>What it costs</h2>
<p>About two percent of what we spend in a year. We put it into our rates and say so. Ask your own
provider, wherever they are, when they last switched off their power on purpose. The answer tells you
more than any promise of availability with three nines in it.</p>`,
  },
]
