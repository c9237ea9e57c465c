/** Visits that have found something: the seed of their world, their steps, and what was wrong. They stay right. */
export const seeds: readonly { seed: number; steps: string; found: string }[] = [
  {
    seed: 56,
    steps: 'time:460699164 writes:1845861555 person:3953154357 answers:922641906 crashes:2644912518 person:2960378988',
    found: 'After a crash the key of an addition was used for another product, which the gateway refused.',
  },
  {
    seed: 39,
    steps:
      'time:3045007768 answers:2880573034 writes:3171797533 crashes:3123019721 person:2012109120 answers:3160000139 answers:1701370345',
    found: 'A cart that was asked for before a product was added, and answered after it, emptied the cart.',
  },
  {
    seed: 7,
    steps:
      'shopkeeper:3334017871 answers:3429447509 errand:1419411604 answers:2306602397 errand:1338371261 answers:3939294917 errand:274593608 errand:2187731683 errand:1021121032 answers:1505172294 answers:1522017170 goes:1160541898 errand:3764831867 errand:4185159870 answers:3952755157 clock:954268618 answers:2713312223 person:1787119879 answers:3473996935 answers:2424844575 errand:557066071 answers:3945372435 answers:3639111017 answers:1501939174 errand:1108362418 errand:3508291299 answers:3712997644 errand:646968720',
    found:
      'A shopper who ordered after another customer’s logout used the key of that customer’s order, which the gateway refused.',
  },
  {
    seed: 303,
    steps:
      'answers:1594457445 answers:2918826607 answers:3785775891 answers:1263044289 errand:757000212 answers:373710408 answers:3942322590 errand:773073392 answers:4245859951 reloads:3693112455 clock:2396981748 answers:4116373216',
    found: 'The start of a customer whose token was refused was told to the visitor who came after.',
  },
  {
    seed: 292,
    steps:
      'goes:959425574 time:35935009 answers:341647762 aside:2595678417 errand:2612581390 aside:3838350268 time:977034334 time:1629299920 errand:3366663359 answers:1890912815 fault:3077772280 reloads:2888452404 answers:2934956763 fault:1902966600 answers:1569953387 tabs:1656078269',
    found: 'A tab closed right after a logout in another tab wrote what the logout had deleted.',
  },
  {
    seed: 1195,
    steps:
      'time:158863088 answers:3843732021 goes:2249169525 answers:906304205 errand:3738550914 answers:3563145530 tabs:4197458717 errand:1602722455 answers:2273302074 errand:418296277 answers:1298919929',
    found: 'A registration right after a login in another tab did not delete that tab’s journal.',
  },
  {
    seed: 707,
    steps:
      'answers:1076612164 time:2280010585 fault:693762312 answers:3329922252 clock:2641015944 errand:3959082822 crashes:2667288159',
    found: 'After a reload with a clock that was set back by a day, lists waited a day to be asked for again.',
  },
  {
    seed: 444,
    steps:
      'goes:2273463809 answers:208120432 errand:1960942102 answers:1628741279 shopkeeper:4284588118 answers:63799280 errand:2489555465 answers:1581390534 errand:4044666677 errand:344249455 errand:3943425359 answers:925288748 answers:996418759 errand:2569034556 answers:3383808001 errand:3464385988 errand:1565998719 person:1021878966 errand:1868004240 errand:250172049 person:2193059066 fault:2144649331 reloads:1239672141 fault:2607604014 answers:2713819169',
    found: 'An order that was found to be placed emptied the cart that had been begun since.',
  },
  {
    seed: 558,
    steps:
      'errand:4129818588 answers:4773979 answers:4170383020 errand:1177222246 answers:3692415744 errand:3758849708 crashes:3105109216 answers:2450335691 answers:572492128 answers:2070603870 errand:168986520 fault:2110293926',
    found: 'A cart that could not be read counted as read once something was added to it.',
  },
  {
    seed: 5646,
    steps:
      'answers:2133722684 errand:1739369408 answers:117822110 errand:254004551 answers:3854238409 errand:1892536571 goes:4160583753 errand:4260139476',
    found: 'Pressing ‘Log in’ during a registration registered the shopper, and showed ‘Logging in …’ forever.',
  },
  {
    seed: 6003,
    steps:
      'fault:1612151296 errand:634616276 answers:2462845938 person:579557123 answers:3148572499 errand:1040793726 fault:1341154974 answers:1202159626 person:3736181031 person:3444273137',
    found:
      'A product whose addition was lost, seen, and removed was added again with the old key: the gateway did nothing.',
  },
  {
    seed: 6199,
    steps:
      'errand:2893743232 answers:1483457774 answers:1472337176 answers:3952203969 errand:2610928925 person:1619915071 reloads:3936442624 reaches:1734945644',
    found: 'The only line of a cart, removed right after a reload, was there again: the start’s answer was older.',
  },
  {
    seed: 10264,
    steps:
      'goes:3747571372 doubled:2525968922 errand:2152274941 doubled:4018001959 answers:3374135117 answers:2369703978 answers:889923583 answers:185720662 person:3578311812 errand:915352098 answers:1108027794 fails:730262548 time:3858498010 time:2246864468 answers:680250948 errand:3033911969 tabs:1612907453 person:3816643216 person:961264086 answers:2780480528 answers:3301115195 answers:4106827560 errand:23467306 person:1587857568 answers:2314176945 crashes:1643244461',
    found:
      'An order that was found to be placed while its page was loading was never shown, where the cart held something by then.',
  },
  {
    seed: 10336,
    steps:
      'answers:1657880536 goes:2350655130 answers:3270398041 answers:4053358159 answers:3551335381 answers:3981016031 time:3159214657 errand:267225280 answers:1963238601 person:324019323 reloads:3349846294 person:2163285701 time:4172424507 time:1056725257 errand:2928785710 answers:2266262070 reloads:3426809434',
    found: 'The newsletter kept the address of a customer who left while it was being sent.',
  },
  {
    seed: 10377,
    steps:
      'goes:1456455615 answers:1299782632 answers:732304929 aside:3810736503 aside:2916189281 errand:1795254191 aside:2633062196 errand:2944078922 sleeps:810397908 answers:3691709113 errand:4090006223 answers:77956465',
    found: 'Pressing ‘Log in’ right after a login in another tab showed ‘Logging in …’ forever.',
  },
  {
    seed: 10552,
    steps:
      'time:1022459817 errand:2608682539 errand:1184078373 answers:4158829879 errand:1578661611 errand:908109038 answers:1505248883 goes:1099179330 unwelcome:1460674047 errand:437157789 answers:867652147 answers:671459321 person:2082775925 person:709878274 answers:2570104748 person:3191559403 answers:2878698185 person:3323506063',
    found: 'A quantity that was typed while the cart was read stood behind an older one for the same line.',
  },
  {
    seed: 20051,
    steps:
      'fault:1617792989 answers:1938240256 errand:3782848295 answers:2541439383 answers:339483801 answers:830248175 answers:1694046625 errand:378057991 answers:2505890621 errand:3656429667 errand:1612914148 answers:533336144 fails:2612984473 answers:1625190181 errand:1960915205 answers:159610078 errand:126703187 answers:217944826 hears:2625407684 errand:3109249522 answers:3587293281 errand:1700939047 answers:3182952341 errand:3215952900 answers:4241889583 hears:494099830 person:2108885626 answers:2262584414 reaches:1483055646 aside:1954998685 reloads:1336383174 errand:1899467823 time:427702914 errand:3932375576 answers:1839007796 answers:3454415555 person:1811562155 answers:2627774576 errand:1722833247 answers:602186504',
    found: 'A cart that was read while another tab began another one took its session back, and stayed with it.',
  },
  {
    seed: 20754,
    steps:
      'person:1341256585 time:207646894 answers:2835200932 answers:952883752 answers:1076761147 errand:3038568909 errand:1081073292 reloads:3978094653 reaches:1075817229 errand:2020453748 answers:2322863268',
    found: 'An answer that was older than the order put what had been ordered back into the cart.',
  },
  {
    seed: 21078,
    steps:
      'answers:1483132256 answers:1168243820 errand:2018644032 answers:4283533844 answers:3577065307 time:1350519926 answers:3938323161 fault:3138555665 errand:3765261239 answers:3303521632 time:2704335194 answers:3343102155 time:3148571903 time:4185502085 answers:1293730068 answers:4243984277 answers:1513230641 answers:2240388337 aside:2063244868 time:4167176848 tabs:3953453354 errand:4006730215 time:3328088502 fault:4187669340 errand:1210175187 answers:2779535768 errand:2649645493 answers:1938804915 errand:3884016071 tabs:4053303958 answers:760294517 fails:3614275655 answers:4180050075 reloads:1124480765 person:120218175',
    found: 'A tab whose cart another tab had ordered kept what was in it, where it was busy at that moment.',
  },
  {
    seed: 20458,
    steps:
      'answers:2412516001 goes:2932358030 person:2603923886 answers:3185039128 time:752480647 errand:1024290566 answers:1796759109 answers:2253130749 errand:2813324812 answers:3894970979 answers:2278167636 errand:3985337526 person:2505663737 answers:3290293571 window:377099424',
    found: 'A checkout that was taken over held the details of a customer whose login this tab had not heard of.',
  },
  {
    seed: 50018,
    steps: 'errand:1018039538 answers:1410666406 answers:794712157 person:1783923332 errand:2188434722',
    found: 'A cart that was begun while its shopper registered was not shown to the new customer.',
  },
]
