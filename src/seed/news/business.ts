import type { DemoArticle } from './demo-article.ts'

export const businessArticles: readonly DemoArticle[] = [
  {
    title: 'How a Berlin and Kigali team shares one working day',
    category: 'business',
    author: 'Patrick Habimana',
    description:
      'Time zones are the first worry of every new client and the first one to go. Here is the calendar that does it.',
    tags: ['Remote work', 'Time zones', 'Teams'],
    daysAgo: 2,
    content: `
<p>The first call with a new client nearly always begins with the clock. Will anybody be awake when
something breaks? Will every question cost a day? It is a fair worry, and for most of Europe it is
gone after one look at a table.</p>
<h2>Kigali does not change its clocks</h2>
<p>Rwanda keeps one time all year, two hours ahead of UTC. In summer a colleague in Kigali has the
same time as one in Berlin. In winter she is an hour ahead.</p>
<table>
<thead><tr><th scope="col">Kigali</th><th scope="col">Berlin, winter</th><th scope="col">London, winter</th><th scope="col">New York, winter</th></tr></thead>
<tbody>
<tr><td>08:00</td><td>07:00</td><td>06:00</td><td>01:00</td></tr>
<tr><td>11:00</td><td>10:00</td><td>09:00</td><td>04:00</td></tr>
<tr><td>16:00</td><td>15:00</td><td>14:00</td><td>09:00</td></tr>
<tr><td>17:00</td><td>16:00</td><td>15:00</td><td>10:00</td></tr>
</tbody>
</table>
<p>A European team shares nearly its whole day with us. A team on the American east coast shares the
end of ours, which is enough if that hour is used well.</p>
<h2>Three habits that make the overlap count</h2>
<ol>
<li><strong>Talk in the middle, write at the edges.</strong> Meetings sit between ten and three.
Mornings and late afternoons belong to work that needs quiet.</li>
<li><strong>Hand over in writing.</strong> Whoever stops first leaves three lines: what is done, what
is stuck, what comes next. It takes five minutes and saves the next person an hour.</li>
<li><strong>Name one person who decides.</strong> A question that waits for a committee waits for
everybody's time zone at once.</li>
</ol>
<blockquote><p>We planned for the distance and then forgot about it. The only reminder is that the
coffee breaks are at different times.</p></blockquote>
<h2>And at night?</h2>
<p>Support desks are another matter. Where customers write around the clock we staff in shifts, and we
say so in the contract: who is there at which hour, and how fast they answer. A shift that nobody
promised is a shift that nobody works.</p>
<p>So before you ask how far away a team is, ask how many hours you share and what you will do with
them. The first figure is geography. The second is up to you.</p>`,
  },
  {
    title: 'What outsourcing costs, line by line',
    category: 'business',
    author: 'Chantal Ingabire',
    description:
      'A day rate is one line of seven. We show the other six, including the ones that a sales call likes to skip.',
    tags: ['Costs', 'Outsourcing', 'Hiring'],
    daysAgo: 9,
    content: `
<p>Two offers lie on your desk. One is a third cheaper by the hour. Six months later it has cost more.
We have seen this from both sides, so here is how we would read an offer if we were buying.</p>
<h2>The seven lines</h2>
<table>
<thead><tr><th scope="col">Line</th><th scope="col">Who usually pays</th><th scope="col">Ask this</th></tr></thead>
<tbody>
<tr><td>Salary</td><td>Provider, out of the rate</td><td>What does the person receive?</td></tr>
<tr><td>Taxes and insurance</td><td>Provider</td><td>Is the person employed or a contractor?</td></tr>
<tr><td>Equipment and connection</td><td>Either</td><td>What happens when a laptop dies?</td></tr>
<tr><td>Management</td><td>Both</td><td>Who runs the weekly one-to-one?</td></tr>
<tr><td>Starting up</td><td>You, in your own people's time</td><td>How long until the first useful week?</td></tr>
<tr><td>Leaving</td><td>You, when it goes wrong</td><td>Who trains the next person, at whose cost?</td></tr>
<tr><td>Mistakes</td><td>You</td><td>Who mends them, and is it billed?</td></tr>
</tbody>
</table>
<h2>The line that decides</h2>
<p>Leaving is the expensive one. Whoever knows your product and goes takes months with them. A rate that
is low because the salary is low buys you that line again and again. That is why we tell clients what
our people earn, and why we would be careful with a provider who will not.</p>
<h2>Where the saving is real</h2>
<p>The cost of living in Kigali is lower than in Munich or Manchester, and that difference is real money
which nobody is cheated of. Our clients tell us that a role filled through us costs them far less than
the same role at home: 83 percent less, in the figure that we print on our front page. It holds for
back-office roles that are hired, equipped and managed by us. It does not hold for a rare specialist,
and we will say so.</p>
<h2>A short test</h2>
<ul>
<li>Multiply the rate by a year, not by an hour.</li>
<li>Add two weeks of your own team's time for the start.</li>
<li>Ask how many people left in the last twelve months.</li>
<li>Read the page about ending the contract first.</li>
</ul>
<p>If the offer still looks good after that, it probably is.</p>`,
  },
  {
    title: 'A first week for remote colleagues that works',
    category: 'business',
    author: 'Divine Ishimwe',
    description:
      'Most remote hires that fail do so in the first week, and nobody notices until the third month. A plan for five days.',
    tags: ['Onboarding', 'Remote work', 'Teams'],
    daysAgo: 23,
    content: `
<p>In an office a new colleague learns by sitting there. They hear who asks whom, see where the good
coffee is, and pick up what nobody wrote down. At a distance none of that happens by itself. It has to
be put into the calendar.</p>
<p>After placing more than 1,660 people we have settled on a plan for the first five days. It is not
clever. It is only complete.</p>
<h2>Before Monday</h2>
<p>Every account works. Not most of them: every one. We ask the client's side to sign in as the new
person on the Friday before, because the worst first impression is a spinner and a ticket number.</p>
<h2>Five days</h2>
<ol>
<li><strong>Monday: people.</strong> Six calls of twenty minutes with those whom they will work beside.
No slides. One question is compulsory: what should I never do here?</li>
<li><strong>Tuesday: the product.</strong> They use it as a customer would, and write down everything
that puzzles them. That list is worth money; nobody else in your company can write it any more.</li>
<li><strong>Wednesday: one small thing, finished.</strong> A typo on a page, a template answer, a row in
a report. Small enough to reach customers on the same day.</li>
<li><strong>Thursday: watching.</strong> They sit with somebody who does the work, screen shared, and
take notes.</li>
<li><strong>Friday: the other way round.</strong> They do the work and somebody watches. Then half an
hour of talk, with the list from Tuesday on the table.</li>
</ol>
<blockquote><p>On Wednesday evening my change was live. It was one word. I showed it to my mother.</p></blockquote>
<h2>What to leave out</h2>
<p>Leave out the forty-page handbook, the three-hour video and the tour of the organisation chart. They
are not wrong, they are only for later. A person who has finished one thing will read your handbook
with questions in mind.</p>
<p>And name a buddy who is not the manager. Somebody has to be there for the questions that feel too
small to ask, since those are the ones that turn into large mistakes.</p>`,
  },
  {
    title: 'Twelve questions to ask before you sign with an outsourcing partner',
    category: 'business',
    author: 'Yves Tuyisenge',
    description:
      'We would rather lose a client to a good question than win one who never asked. Bring these to the first call.',
    tags: ['Outsourcing', 'Hiring', 'Contracts'],
    daysAgo: 41,
    content: `
<p>Some of our best clients came to the first call with a sheet of paper and went through it without a
smile. Here is that sheet, put together from many. Ask us, and ask whoever else is on your list.</p>
<h2>About the people</h2>
<ol>
<li>Who exactly will work for us, and may we talk to them before we sign?</li>
<li>Are they employed by you, and what happens to them if we leave?</li>
<li>How many of your people left last year, and why did the last three go?</li>
<li>Who trained them, in what, and who judged whether they passed?</li>
</ol>
<h2>About the work</h2>
<ol start="5">
<li>Who tells our team member that something was not good enough: you or we?</li>
<li>What do you do in the first week, day by day?</li>
<li>What do you do when somebody falls ill for a month?</li>
<li>May we see a report that you wrote for another client, with the names blacked out?</li>
</ol>
<h2>About our data</h2>
<ol start="9">
<li>On whose computers is our data, and who can take it home?</li>
<li>How fast do you close an account when a person leaves?</li>
<li>Which law applies, and have you read it?</li>
</ol>
<h2>And the last one</h2>
<ol start="12">
<li>Which kind of work should we <em>not</em> give you?</li>
</ol>
<p>The last question is the best. A partner who answers that there is no such work has either not
thought about it or does not want to tell you. Our own answer, for the record: we are not the right
people for a product that has to be on site, for a job that nobody has described yet, or for a start
on Monday when today is Thursday.</p>
<blockquote><p>A good answer is specific. A very good answer has a date, a name or a number in it.</p></blockquote>
<p>Take the answers in writing. Not because anybody lies, but because in a year neither side will
remember the call in the same way, and a page of notes is the cheapest contract there is.</p>`,
  },
  {
    title: 'Measuring a remote team without counting its hours',
    category: 'business',
    author: 'Patrick Habimana',
    description:
      'Screenshots every ten minutes tell you who is at a desk. These four figures tell you whether the work is any good.',
    tags: ['Management', 'Remote work', 'Quality'],
    daysAgo: 66,
    content: `
<p>There is software that takes a picture of an employee's screen every few minutes. We are asked about
it about once a month. Our answer is always the same: we will not install it, and you would not learn
anything from it.</p>
<h2>What hours hide</h2>
<p>A support agent who closes forty tickets in a day looks better than one who closes twenty. Unless
half of the forty come back. A developer with ten commits looks busier than one with a single commit
that made the other ten unnecessary. Hours and counts measure presence. You wanted results.</p>
<h2>Four figures that are hard to fool</h2>
<table>
<thead><tr><th scope="col">Figure</th><th scope="col">What it tells</th><th scope="col">Look at it</th></tr></thead>
<tbody>
<tr><td>Time until done, for the slowest tenth</td><td>Where work gets stuck</td><td>Weekly</td></tr>
<tr><td>Work that came back</td><td>Whether done was done</td><td>Weekly</td></tr>
<tr><td>Promises kept</td><td>Whether the plan was honest</td><td>Monthly</td></tr>
<tr><td>Would they stay?</td><td>Everything else</td><td>Quarterly, in person</td></tr>
</tbody>
</table>
<p>Two of them are about speed, two about trust, and none can be raised by sitting longer. The slowest
tenth matters more than the average because customers do not write reviews about the average.</p>
<h2>How to talk about them</h2>
<ul>
<li>Show the figures to the team first and to the management second.</li>
<li>Ask what happened before asking who it was.</li>
<li>Change one thing at a time, and write down what you expect from it.</li>
<li>Drop a figure that nobody has acted on for three months.</li>
</ul>
<blockquote><p>The week we stopped looking at online status was the week people started telling us about
problems early.</p></blockquote>
<p>Trust does not mean looking away. It means looking at the thing that you are paying for. If the
answers are good, the slow cases are getting faster and people want to stay, then it does not matter
whether somebody took a long lunch. If they are not, no screenshot will tell you why.</p>`,
  },
  {
    title: 'Handing over a support desk without dropping a ticket',
    category: 'business',
    author: 'Chantal Ingabire',
    description:
      'Moving customer support to a new team takes six weeks if you do it once, and a year if you do it in one night.',
    tags: ['Customer support', 'Outsourcing', 'Onboarding'],
    daysAgo: null,
    content: `
<p>A support desk is the part of a company that knows where it hurts. Move it carelessly and that
knowledge is lost in a weekend. Here is the order in which we do it, learned from the times when we
did it in another.</p>
<h2>Weeks one and two: read</h2>
<p>The new team answers nothing. It reads: the last thousand tickets, the saved replies, the angry ones
twice. From this it writes a map of what customers ask, how often, and what the answer is. The old team
corrects the map. Nearly always it finds three answers that everybody gives and that are wrong.</p>
<h2>Weeks three and four: draft</h2>
<p>The new team writes answers, the old team sends them. Every change is kept and talked about at the
end of the day. By the second week fewer than one in ten drafts should be changed.</p>
<table>
<thead><tr><th scope="col">Kind of ticket</th><th scope="col">Moves in week</th></tr></thead>
<tbody>
<tr><td>How do I …?</td><td>3</td></tr>
<tr><td>Where is my order?</td><td>3</td></tr>
<tr><td>Something is broken</td><td>5</td></tr>
<tr><td>I want my money back</td><td>6</td></tr>
</tbody>
</table>
<h2>Weeks five and six: swap</h2>
<p>Now the new team sends, and the old team reads along. Refunds and complaints come last, because they
need judgement, and judgement needs to have seen a few.</p>
<h2>Three rules</h2>
<ul>
<li>Nobody of the old team is let go before week eight. People who fear for their job explain nothing.</li>
<li>Every customer keeps their thread. Nobody should have to tell their story twice.</li>
<li>There is a way back, agreed in writing, until the end of week six.</li>
</ul>
<blockquote><p>Our customers noticed the change when we told them about it, a month later.</p></blockquote>
<p>It sounds slow. It is the fastest way that we know, since the alternative is to win the trust of your
own customers a second time.</p>`,
  },
]
