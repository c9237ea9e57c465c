/** Minimal runs that once violated an invariant: regression tests. `found` describes the defect. */
export const seeds: readonly { seed: number; steps: string; found: string }[] = [
  {
    seed: 56,
    steps: 'nextTimer:460699164 flush:1845861555 input:3953154357 respond:922641906 crash:2644912518 input:2960378988',
    found: 'After a crash the key of an addition was used for another product, which the gateway refused.',
  },
  {
    seed: 39,
    steps:
      'nextTimer:3045007768 respond:2880573034 flush:3171797533 crash:3123019721 input:2012109120 respond:3160000139 respond:1701370345',
    found: 'A cart that was requested before a product was added, and answered after it, emptied the cart.',
  },
  {
    seed: 7,
    steps:
      'changeStore:3334017871 respond:3429447509 task:1419411604 respond:2306602397 task:1338371261 respond:3939294917 task:274593608 task:2187731683 task:1021121032 respond:1505172294 respond:1522017170 navigate:1160541898 task:3764831867 task:4185159870 respond:3952755157 setClock:954268618 respond:2713312223 input:1787119879 respond:3473996935 respond:2424844575 task:557066071 respond:3945372435 respond:3639111017 respond:1501939174 task:1108362418 task:3508291299 respond:3712997644 task:646968720',
    found:
      'A shopper who ordered after another customer’s logout used the key of that customer’s order, which the gateway refused.',
  },
  {
    seed: 303,
    steps:
      'respond:1594457445 respond:2918826607 respond:3785775891 respond:1263044289 task:757000212 respond:373710408 respond:3942322590 task:773073392 respond:4245859951 reload:3693112455 setClock:2396981748 respond:4116373216',
    found: 'The start of a customer whose token was refused was reported to the next visitor.',
  },
  {
    seed: 292,
    steps:
      'navigate:959425574 nextTimer:35935009 respond:341647762 toggleFrozen:2595678417 task:2612581390 toggleFrozen:3838350268 nextTimer:977034334 nextTimer:1629299920 task:3366663359 respond:1890912815 fault:3077772280 reload:2888452404 respond:2934956763 fault:1902966600 respond:1569953387 toggleTab:1656078269',
    found: 'A tab closed right after a logout in another tab wrote what the logout had deleted.',
  },
  {
    seed: 1195,
    steps:
      'nextTimer:158863088 respond:3843732021 navigate:2249169525 respond:906304205 task:3738550914 respond:3563145530 toggleTab:4197458717 task:1602722455 respond:2273302074 task:418296277 respond:1298919929',
    found: 'A registration right after a login in another tab did not delete that tab’s journal.',
  },
  {
    seed: 707,
    steps:
      'respond:1076612164 nextTimer:2280010585 fault:693762312 respond:3329922252 setClock:2641015944 task:3959082822 crash:2667288159',
    found: 'After a reload with a clock that was set back by a day, lists were not requested again for a day.',
  },
  {
    seed: 444,
    steps:
      'navigate:2273463809 respond:208120432 task:1960942102 respond:1628741279 changeStore:4284588118 respond:63799280 task:2489555465 respond:1581390534 task:4044666677 task:344249455 task:3943425359 respond:925288748 respond:996418759 task:2569034556 respond:3383808001 task:3464385988 task:1565998719 input:1021878966 task:1868004240 task:250172049 input:2193059066 fault:2144649331 reload:1239672141 fault:2607604014 respond:2713819169',
    found: 'An order that was found to be placed emptied the cart that had been begun since.',
  },
  {
    seed: 558,
    steps:
      'task:4129818588 respond:4773979 respond:4170383020 task:1177222246 respond:3692415744 task:3758849708 crash:3105109216 respond:2450335691 respond:572492128 respond:2070603870 task:168986520 fault:2110293926',
    found: 'A cart that could not be read counted as read once something was added to it.',
  },
  {
    seed: 5646,
    steps:
      'respond:2133722684 task:1739369408 respond:117822110 task:254004551 respond:3854238409 task:1892536571 navigate:4160583753 task:4260139476',
    found: 'Pressing ‘Log in’ during a registration registered the shopper, and showed ‘Logging in …’ forever.',
  },
  {
    seed: 6003,
    steps:
      'fault:1612151296 task:634616276 respond:2462845938 input:579557123 respond:3148572499 task:1040793726 fault:1341154974 respond:1202159626 input:3736181031 input:3444273137',
    found:
      'A product whose addition was lost, seen, and removed was added again with the old key: the gateway did nothing.',
  },
  {
    seed: 6199,
    steps:
      'task:2893743232 respond:1483457774 respond:1472337176 respond:3952203969 task:2610928925 input:1619915071 reload:3936442624 deliver:1734945644',
    found:
      'The only line of a cart, removed right after a reload, reappeared: the response to the first request was older.',
  },
  {
    seed: 10264,
    steps:
      'navigate:3747571372 duplicate:2525968922 task:2152274941 duplicate:4018001959 respond:3374135117 respond:2369703978 respond:889923583 respond:185720662 input:3578311812 task:915352098 respond:1108027794 failEffect:730262548 nextTimer:3858498010 nextTimer:2246864468 respond:680250948 task:3033911969 toggleTab:1612907453 input:3816643216 input:961264086 respond:2780480528 respond:3301115195 respond:4106827560 task:23467306 input:1587857568 respond:2314176945 crash:1643244461',
    found:
      'An order that was found to be placed while its page was loading was never shown if the cart held something by then.',
  },
  {
    seed: 10336,
    steps:
      'respond:1657880536 navigate:2350655130 respond:3270398041 respond:4053358159 respond:3551335381 respond:3981016031 nextTimer:3159214657 task:267225280 respond:1963238601 input:324019323 reload:3349846294 input:2163285701 nextTimer:4172424507 nextTimer:1056725257 task:2928785710 respond:2266262070 reload:3426809434',
    found: 'The newsletter kept the email of a customer who logged out while it was being sent.',
  },
  {
    seed: 10377,
    steps:
      'navigate:1456455615 respond:1299782632 respond:732304929 toggleFrozen:3810736503 toggleFrozen:2916189281 task:1795254191 toggleFrozen:2633062196 task:2944078922 wait:810397908 respond:3691709113 task:4090006223 respond:77956465',
    found: 'Pressing ‘Log in’ right after a login in another tab showed ‘Logging in …’ forever.',
  },
  {
    seed: 10552,
    steps:
      'nextTimer:1022459817 task:2608682539 task:1184078373 respond:4158829879 task:1578661611 task:908109038 respond:1505248883 navigate:1099179330 revokeToken:1460674047 task:437157789 respond:867652147 respond:671459321 input:2082775925 input:709878274 respond:2570104748 input:3191559403 respond:2878698185 input:3323506063',
    found: 'A quantity that was typed while the cart was read was queued behind an older one for the same line.',
  },
  {
    seed: 20051,
    steps:
      'fault:1617792989 respond:1938240256 task:3782848295 respond:2541439383 respond:339483801 respond:830248175 respond:1694046625 task:378057991 respond:2505890621 task:3656429667 task:1612914148 respond:533336144 failEffect:2612984473 respond:1625190181 task:1960915205 respond:159610078 task:126703187 respond:217944826 syncTab:2625407684 task:3109249522 respond:3587293281 task:1700939047 respond:3182952341 task:3215952900 respond:4241889583 syncTab:494099830 input:2108885626 respond:2262584414 deliver:1483055646 toggleFrozen:1954998685 reload:1336383174 task:1899467823 nextTimer:427702914 task:3932375576 respond:1839007796 respond:3454415555 input:1811562155 respond:2627774576 task:1722833247 respond:602186504',
    found: 'A cart that was read while another tab began another one restored the previous session, and kept it.',
  },
  {
    seed: 20754,
    steps:
      'input:1341256585 nextTimer:207646894 respond:2835200932 respond:952883752 respond:1076761147 task:3038568909 task:1081073292 reload:3978094653 deliver:1075817229 task:2020453748 respond:2322863268',
    found: 'An answer that was older than the order put what had been ordered back into the cart.',
  },
  {
    seed: 21078,
    steps:
      'respond:1483132256 respond:1168243820 task:2018644032 respond:4283533844 respond:3577065307 nextTimer:1350519926 respond:3938323161 fault:3138555665 task:3765261239 respond:3303521632 nextTimer:2704335194 respond:3343102155 nextTimer:3148571903 nextTimer:4185502085 respond:1293730068 respond:4243984277 respond:1513230641 respond:2240388337 toggleFrozen:2063244868 nextTimer:4167176848 toggleTab:3953453354 task:4006730215 nextTimer:3328088502 fault:4187669340 task:1210175187 respond:2779535768 task:2649645493 respond:1938804915 task:3884016071 toggleTab:4053303958 respond:760294517 failEffect:3614275655 respond:4180050075 reload:1124480765 input:120218175',
    found: 'A tab whose cart another tab had ordered kept its lines if it was busy at that moment.',
  },
  {
    seed: 20458,
    steps:
      'respond:2412516001 navigate:2932358030 input:2603923886 respond:3185039128 nextTimer:752480647 task:1024290566 respond:1796759109 respond:2253130749 task:2813324812 respond:3894970979 respond:2278167636 task:3985337526 input:2505663737 respond:3290293571 providerWindow:377099424',
    found: 'A checkout that was taken over held the details of a customer whose login this tab did not know of.',
  },
  {
    seed: 50018,
    steps: 'task:1018039538 respond:1410666406 respond:794712157 input:1783923332 task:2188434722',
    found: 'A cart that was begun while its shopper registered was not shown to the new customer.',
  },
  {
    seed: 910301,
    steps:
      'task:3459682238 respond:298462497 respond:2809542731 respond:2976616329 task:2536982969 respond:1660470019 navigate:1670226078 task:2375281494 nextTimer:2778974829 task:408480543 task:1471943743 respond:3738400234 input:2564177348 task:1467843454 input:3515401981 task:852588755 respond:1998981511 respond:3491764199 input:3027709333 nextTimer:1552972921 respond:3248944295 input:3003846883 respond:4230375695 input:4063263034 respond:4156778707 respond:2471020246 input:4166326752 input:4080730847 providerWindow:2034241480 input:2232056247 fault:691876657 input:3850819678 input:3331776140 respond:633736057 deliver:3637155018 task:1977984547 task:2783067770 respond:847296080 input:1839783426 respond:1976168362 respond:1526496060 changeStore:4056339146 input:1599661739 respond:446766149 reload:266912388',
    found: 'A checkpoint of the moment at which a product was shown could not be resumed: its machine is loaded later.',
  },
  {
    seed: 2001516,
    steps:
      'navigate:2203371990 task:434896187 respond:2956996814 respond:3303968309 task:4276177092 respond:3045153779 task:2042805170 task:66759904 respond:4240176004 input:874318435 fault:3328818939 respond:4286245360 input:2932423627 respond:133698622 input:1186969598 input:3035343204 respond:1875876553 task:1395017542 task:653936398 fault:3889636567 syncTab:576831412 task:588692297 nextTimer:80050452 input:3597705401 respond:2787769777 navigate:3683611911 input:3822506591 nextTimer:2834374291 respond:2139683000 respond:56737448 respond:2727729331 respond:288339962 respond:2940558001 task:389431089 fault:1703103231 respond:803480779 respond:2961196495 task:640514130 respond:1013147506 input:418739588 respond:3271350410 fault:4194629903 goBack:2373276998 fault:2239985412 input:1934426259 input:2627111060 input:3813818937 respond:3769755025 input:4074740293 task:2625601982 respond:3640495114 respond:2317792695 respond:1797342228 input:719841858 task:1168455319 navigate:2183809683 respond:1887701711 deliver:3440384807 task:4254754917 fault:1376773290 input:4033954280 respond:959649597 fault:3918041262 navigate:3701027639 deliver:4137722455 respond:3542186496 input:181881452 input:1112088634 input:2046672115 input:2657208267 failChunks:309832992',
    found: 'The next order of a guest who had registered since the last one was not filled in.',
  },
  {
    seed: 2000708,
    steps:
      'task:3124970001 task:1961076062 toggleFrozen:2920078563 respond:475350087 respond:3593563586 respond:4212348286 task:3573562463 input:2317086052 input:3103613381 task:1934583198 task:732078182 task:2336071650 input:256962076 input:3792757114 goBack:3639553837 changeStore:790496681 goBack:222919361 nextTimer:602526429 respond:1065305858 crash:296295277 input:3587572058 input:3872829249 input:3396084224 respond:2775335280 respond:1155966444 nextTimer:1381373275 task:2127062513 respond:3677487866 input:1944073450 crashInCommit:3555272883 nextTimer:1083030058 fault:221175914 input:105302979 nextTimer:3661615204 input:3736230248 input:164927480 input:4155875332 nextTimer:2935216732 respond:2485086582 syncTab:3715760160 fault:2134495321 input:992294120 nextTimer:433297001 fault:996325511 toggleFrozen:2092682908 input:2481634890 flush:2358705567 respond:1666905911 respond:2596986586 input:4004101173 respond:343838119 respond:543871228 task:1365663947 input:3865151133 input:3304113265 respond:2724311932 input:2196733248 input:2961210641 respond:1946578716 respond:1512581279 input:3137655959 input:630466019 navigate:3233807232 respond:2910037350 input:2117525491 input:323667241 respond:958523464 task:3157502777 navigate:470227507 input:315763907 navigate:1979251649 input:4027927257 input:3148885384 task:3063550073 input:1269474977 nextTimer:995143757 input:1514653669 input:3391291628 respond:1835430296 syncTab:165504837 providerWindow:3493401873 input:3308836494 respond:139931555 nextTimer:870690273 respond:3056988966 capture:1925271104 nextTimer:1753284975 nextTimer:3513249576 respond:399497448 nextTimer:2497274201 task:50333484 fault:1625642757 input:3781549735 respond:3646193734 respond:2429368303 respond:1715966442 input:2070451537 syncTab:2656164814 input:3844610464 input:179051381 input:1837184443 fault:3495294751 respond:3463475994 input:768063286 nextTimer:3390312828 respond:4113570296 input:2406981513 navigate:1417835775 respond:2513810364 input:1203478443 input:2569428815 input:298131493 task:700504991 respond:82538752 input:2853849606 task:1277358796 input:2271012935 nextTimer:1021166803 respond:1465662909 respond:4021041620 respond:2774903392 navigate:3320611472 capture:1198038116 task:441458776 input:1625939036 providerWindow:1135096788 capture:2405192656 providerWindow:3881101104 syncTab:508712795 input:806124677 nextTimer:2823334349 setClock:373086017 task:477038725 respond:2824081109',
    found: 'A page that was reloaded because of a refused token removed the token of a later login in another tab.',
  },
  {
    seed: 72000696,
    steps:
      'respond:1817191328 task:2528444284 forget:1695270298 input:2636862927 task:2640411401 respond:1794162882 pay:3031086567 typeAfterFailure:496501021',
    found:
      'A checkout that was opened again after the guest’s data was forgotten could not be resumed: its code was not loaded.',
  },
  {
    seed: 1018,
    steps:
      'respond:86360612 nextTimer:669380121 respond:2067445899 nextTimer:1164204934 task:1136208256 input:430021391 respond:3655448844 refuse:2038592892 input:1993457421 respond:2274086106 respond:3739539418 respond:3332658061 respond:4232923974 input:1480439182 task:2348836192 input:3921309914 input:3610544245 respond:3288519231 input:3047818262 input:2704523562 nextTimer:1739211638 syncTab:3499393140 respond:84974634 input:1606914314 input:3249556400 task:3829029837 input:2111503987 wait:2052085663 input:2524011805 nextTimer:3913843053 respond:3684675151 input:1845688556 nextTimer:3266817712 respond:3421089427 input:2764496340 input:1618602655 providerWindow:366616019 failChunks:2064283845 changeCart:2239495180 respond:2398607039 changeStore:648196056 respond:4087605336 providerWindow:2845970020 task:1444737471',
    found:
      'A product that another device had added was ordered without being accepted, because the checkout was opened again.',
  },
  {
    seed: 5048,
    steps:
      'forget:1485396450 respond:2162625682 task:4108925813 respond:3901079787 toggleFrozen:1801973506 pay:852660199 fault:1902242856 respond:1330004508 respond:1379171179 respond:893945535 respond:3411778383 task:4162255540 forget:4134850618',
    found: 'A second ‘Forget me on this device’ at the same time on the clock did not reach the other tabs.',
  },
  {
    seed: 20290,
    steps:
      'respond:2032738306 navigate:3282180331 respond:1728621700 respond:1210791966 task:2748567459 respond:3168682884 respond:512187684 deploy:3369768967',
    found: 'A build with another login machine lost what a customer had typed after the login.',
  },
  {
    seed: 1042,
    steps:
      'input:183529607 task:3102685354 input:2207013067 input:2457764272 respond:2847610248 respond:461777649 respond:1880669297 changePrice:1288642308 fault:1188721815',
    found:
      'The code of a refused coupon in a field that had been cleared was taken for lost input (a defect of the check).',
  },
]
