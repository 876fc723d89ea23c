import type { DemoArticle } from './demo-article.ts'

export const industryArticles: readonly DemoArticle[] = [
  {
    title: 'Where AI helps a support team, and where it gets in the way',
    category: 'industry',
    author: 'Aline Uwase',
    description:
      'We gave language models to three support teams for half a year. Two kept them. Here is what made the difference.',
    tags: ['AI', 'Customer support', 'Quality'],
    daysAgo: 5,
    content: `
<p>Nobody in our trade gets through a week without being asked whether machines will do the job soon.
We prefer to answer with what we have seen. For six months three of our support teams worked with
language models beside them. Two teams kept theirs. One asked us to take it away.</p>
<h2>Where it helped</h2>
<ul>
<li><strong>Finding.</strong> "Have we had this before?" is answered in seconds, with links to the old
tickets. This alone was worth the trouble.</li>
<li><strong>Summing up.</strong> A thread of thirty messages becomes five lines before somebody takes
it over.</li>
<li><strong>Languages.</strong> An agent who writes good English answers a customer in Dutch, and a
colleague who speaks Dutch reads it before it goes out.</li>
</ul>
<h2>Where it got in the way</h2>
<p>Drafting whole answers was the feature that everybody wanted and few used for long. The drafts were
polite, fluent, and wrong in about one case of eight. Finding that one case took as long as writing
the other seven.</p>
<blockquote><p>It never says that it does not know. I had to learn to distrust exactly the sentences
that sounded best.</p></blockquote>
<p>The team that gave up handled complaints about money. There the careful wording is the work, and a
draft from elsewhere only stood between the agent and the customer.</p>
<h2>What made the difference</h2>
<ol>
<li>The team chose what to try, and could say no.</li>
<li>Every answer had a person's name under it, and that person had read it.</li>
<li>Mistakes were collected and shown to everyone on Fridays, without blame.</li>
<li>No customer's data went to a service whose contract we had not read.</li>
</ol>
<p>Did it replace anybody? No. It changed what is hard. Looking things up became easy, so what is left
is judging, and judging is what we now train for from the third week on. If you are building a team
this year, hire for that: people who notice when a smooth sentence cannot be true.</p>`,
  },
  {
    title: 'Reading a data protection law without a lawyer beside you',
    category: 'industry',
    author: 'Jean Bosco Niyonzima',
    description:
      'Rwanda has had a law on personal data since 2021. If you know the European rules, you know most of it already.',
    tags: ['Data protection', 'Law', 'Security'],
    daysAgo: 30,
    content: `
<p>Clients from Europe ask about data protection in the second meeting. They expect a shrug. What they
get is a law number: 058/2021, on the protection of personal data and privacy. It came into force in
October 2021, and its text is public, in three languages.</p>
<p>This is not legal advice. It is how we, who are not lawyers, read it.</p>
<h2>What will look familiar</h2>
<ul>
<li>Personal data may be used for a purpose that was told beforehand, and for no other.</li>
<li>People may see what is kept of them, have it corrected, and object.</li>
<li>Whoever decides on the data and whoever only works on it have different duties, and a contract
between them says which.</li>
<li>A breach has to be reported quickly.</li>
</ul>
<h2>What to look at twice</h2>
<p>Those who handle personal data register with the supervisory authority. And data that leaves the
country needs a footing of its own. For a European company that hires in Kigali both directions matter:
European law asks how data gets here, Rwandan law how it gets out again.</p>
<h2>What we do about it</h2>
<table>
<thead><tr><th scope="col">Question</th><th scope="col">Our practice</th></tr></thead>
<tbody>
<tr><td>Where is client data stored?</td><td>On the client's systems; we work in them</td></tr>
<tr><td>Who can see it?</td><td>The people named in the contract</td></tr>
<tr><td>What when somebody leaves?</td><td>Accounts are closed on the same day</td></tr>
<tr><td>What do we keep?</td><td>Logs of who signed in, for a year</td></tr>
</tbody>
</table>
<blockquote><p>The safest record is the one that was never copied.</p></blockquote>
<p>Our best advice is dull. Make a list of what you hold, why, and until when. Strike whatever has no
good answer to the second question. What is left is a page long, and every law on this subject becomes
easier to keep when there is less to protect.</p>
<p>Then, with that page in hand, do call a lawyer. The call will be shorter than you think.</p>`,
  },
  {
    title: 'The quiet return of the plain web page',
    category: 'industry',
    author: 'Eric Mugisha',
    description:
      'Half of our applicants open our site on a phone that cost less than a textbook. Building for them made it better for all.',
    tags: ['Web', 'Performance', 'Engineering'],
    daysAgo: 48,
    content: `
<p>Take a phone that is five years old, a data bundle with 200 MB left, and a bus between Huye and
Kigali. Now open your own website. We make every new developer do this in the second week. Some come
back rather quiet.</p>
<h2>What a page weighs</h2>
<p>A site that sends two megabytes of scripts costs our applicants money before it shows them a word.
So we went back to an old idea: the server sends a page that can be read, and scripts come afterwards
to make it nicer.</p>
<pre><code class="language-html">&lt;form method="post" action="/apply"&gt;
  &lt;label for="email"&gt;Email&lt;/label&gt;
  &lt;input id="email" name="email" type="email" required&gt;
  &lt;button&gt;Send&lt;/button&gt;
&lt;/form&gt;</code></pre>
<p>That form works on every phone that was ever sold with a browser. It works while the script is still
loading, and when it never arrives. Everything else, such as checking as you type or a progress bar, is
added on top and may fail without harm.</p>
<h2>Three measures that paid off</h2>
<ol>
<li><strong>A budget.</strong> A page that grows past its number of kilobytes does not go out. The
argument is over before it begins.</li>
<li><strong>Images in the size that is shown.</strong> Nothing else saved as much for so little work.</li>
<li><strong>Fewer fonts.</strong> One family, two files, loaded early, so that no line jumps.</li>
</ol>
<blockquote><p>Nobody has ever complained that our site was too fast.</p></blockquote>
<h2>Who gained</h2>
<p>We did it for applicants on slow phones. But the employer on a train in Brandenburg gained too, and
the person who uses a screen reader, and the search engine. A page that is easy for the weakest device
is easy for all of them.</p>
<p>There are products that need a heavy application in the browser, and we build those as well. The
point is to choose it, and not to end up there because the template came that way.</p>`,
  },
  {
    title: 'What a security questionnaire really wants to know',
    category: 'industry',
    author: 'Jean Bosco Niyonzima',
    description:
      'Two hundred questions, and behind them only five. How a small supplier can answer honestly and still be chosen.',
    tags: ['Security', 'Contracts', 'Outsourcing'],
    daysAgo: 74,
    content: `
<p>It arrives as a spreadsheet with two hundred rows, and half of them ask about a server room that you
do not have. The first time, it took us three weeks. Now it takes two days, since we found out that
there are only five questions in it.</p>
<h2>The five questions</h2>
<ol>
<li><strong>Who can get in?</strong> Everything about passwords, second factors, roles and leavers.</li>
<li><strong>How would you notice?</strong> Logs, alerts, and whether anybody reads them.</li>
<li><strong>What happens then?</strong> Who calls whom, within how many hours, in which words.</li>
<li><strong>Can you come back?</strong> Backups, and the date on which you last restored one.</li>
<li><strong>Who stands behind you?</strong> Your own suppliers, and what you know of them.</li>
</ol>
<h2>How to answer</h2>
<p>Write one page for each of the five, in plain sentences, and keep it up to date. Then fill in the
spreadsheet from those pages. Answers agree with one another, and next time most of it is copying.</p>
<p>Where the honest answer is no, write no, and what you do instead:</p>
<blockquote><p>No, we have no security centre that works at night. Alerts go to the phone of whoever is
on call. In the last year it took eleven minutes at most until somebody answered.</p></blockquote>
<p>We have never lost a client over such a sentence. We have seen suppliers lose one over a yes that
turned out to be a wish.</p>
<h2>If you are the one who asks</h2>
<ul>
<li>Send fewer questions and read the answers.</li>
<li>Ask for the date of the last restored backup. It tells more than any certificate.</li>
<li>Let an engineer talk to an engineer for half an hour.</li>
</ul>
<p>A questionnaire is a clumsy way of asking whether you can be trusted. It helps to remember that there
is a person at the other end who has to sign for it, and would like to sleep well afterwards.</p>`,
  },
  {
    title: 'Back-office work after the spreadsheet',
    category: 'industry',
    author: 'Aline Uwase',
    description:
      'Every back office has a sheet that only one person understands. How we move such a sheet without breaking the month.',
    tags: ['Back office', 'Data', 'Engineering'],
    daysAgo: 97,
    content: `
<p>It is called <em>final_v7_new</em>, it has nineteen tabs, and the company stands on it. When we take
over a back office we always find that sheet, and next to it the one colleague who dares to open it.</p>
<h2>Do not laugh at the sheet</h2>
<p>It has survived for years because it does something right. Somebody built it under pressure, without
help, and it has paid every salary on time. Before we change anything we write down what it does, tab
by tab, together with that colleague.</p>
<h2>Move the data first</h2>
<p>Most of the trouble comes from one habit: the same fact is typed in several places. So we begin by
giving each fact one home. A question that took an afternoon of copying then looks like this:</p>
<pre><code class="language-sql">select client, sum(hours) as hours
from timesheets
where month = '2026-02'
group by client
order by hours desc</code></pre>
<p>The result goes back into a spreadsheet, because that is where people like to look at numbers. Only
now the sheet shows the truth and no longer <em>is</em> the truth.</p>
<h2>Two months side by side</h2>
<ul>
<li>Both ways run for two month-ends. Every difference is explained, in writing.</li>
<li>About a third of the differences are mistakes in the old sheet. Be kind about them.</li>
<li>The old sheet is made read-only on a date that everybody knows. It is never deleted.</li>
</ul>
<blockquote><p>I was afraid that they would make me superfluous. They made me the one who checks it.</p></blockquote>
<h2>What changes</h2>
<p>The month-end of one client went from four days to one. More important: three people can do it now,
so that one of them can be ill. That is the figure we look for first. A process that only one person
can run is not a process, it is a favour.</p>`,
  },
  {
    title: 'Why job descriptions lose good engineers',
    category: 'industry',
    author: 'Solange Mukamana',
    description:
      'We read four hundred job advertisements aloud to our graduates and watched when they stopped listening.',
    tags: ['Hiring', 'Careers', 'Writing'],
    daysAgo: -4,
    content: `
<p>Last year we did something unkind. We read job advertisements aloud to graduates of our programme,
four hundred of them over some weeks, and asked everybody to raise a hand at the moment when they would
have closed the page. Most hands went up before the end of the first list.</p>
<h2>What made hands go up</h2>
<ol>
<li>More than eight requirements. After the eighth, nobody believed that they were all meant.</li>
<li>Years. "Seven years of experience" with a tool that is five years old came up more than once.</li>
<li>Words without content: <em>rockstar</em>, <em>fast-paced</em>, <em>wear many hats</em>.</li>
<li>No salary, and no sentence that says why.</li>
</ol>
<p>The women among our graduates raised their hands earlier than the men at every list, with the same
marks in the same course. Nobody who loses them there will ever see their application.</p>
<h2>Before and after</h2>
<table>
<thead><tr><th scope="col">Before</th><th scope="col">After</th></tr></thead>
<tbody>
<tr><td>5+ years of React</td><td>You have built and kept up an interface that people use</td></tr>
<tr><td>Excellent communication skills</td><td>You will explain our plans to clients, in writing, once a week</td></tr>
<tr><td>Works well under pressure</td><td>You are on call one week in six, with a day off afterwards</td></tr>
</tbody>
</table>
<p>The right-hand column is longer and says something. A reader can tell whether they would like the job,
which is the whole purpose of the text.</p>
<h2>Four lines that always help</h2>
<ul>
<li>What the person will have done after three months.</li>
<li>Who they will work with, by role, and how many.</li>
<li>What you pay, or from where to where.</li>
<li>What can be learned on the job, so that nobody has to have it already.</li>
</ul>
<blockquote><p>I applied because it said what I would be doing on a Tuesday.</p></blockquote>
<p>Try it with your own advertisement. Read it aloud to somebody who could do the job, and watch their
hand.</p>`,
  },
]
