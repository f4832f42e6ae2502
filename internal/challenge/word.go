package challenge

import "sluice/internal/phrases"

// subject is what a phrase of a challenge is about. Its value is the bit of a group of phrases.
type subject uint32

const (
	aboutRobots subject = 1 << iota
	aboutBlocking
	aboutLogin
	aboutCookies
	aboutParking
	aboutRates
	aboutMaintenance
	aboutScript
	aboutFiltering // blocking, in words that nothing else has
	aboutReference // what a visitor is to name to the support
)

// words finds the phrases of challenges, in the order of the subjects.
var words = phrases.New(
	[]string{ // robots
		"checking your browser", "check your browser before", "verify you are human", "verify you are a human", "verify that you are human", "verify that you are a human",
		"verifying you are human", "verify you're human", "prove you are human", "prove that you are human", "proves you are a human", "confirm you are human",
		"confirm you are a human", "confirm that you are human", "you are a human", "are you a robot", "are you a human", "are you human", "not a robot", "you are a robot",
		"you're a robot", "not a bot", "you are a bot", "human verification", "robot check", "bot check", "bot protection", "bot detection", "anti bot", "antibot", "anti robot",
		"ddos protection", "anti ddos", "antiddos", "ddos attack", "ddos filter", "complete the captcha", "solve the captcha", "solve this captcha", "enter the captcha",
		"completing the captcha", "complete a captcha", "complete the security check", "complete the challenge", "security verification", "security check",
		"security challenge", "browser verification", "browser check", "checking if the site connection is secure", "security of your connection", "unusual traffic",
		"unusual activity", "suspicious activity", "automated requests", "automated queries", "automated access", "automated traffic", "automated tools", "robot or human",
		"enter the characters you see", "type the characters you see", "enable javascript and cookies", "javascript and cookies to continue", "enable cookies and javascript",
		"pardon our interruption", "access to this page has been denied", "press and hold", "slide to verify", "drag the slider", "waiting room", "client challenge",
		"please wait while we verify", "please wait while we check", "please wait while your request is being verified", "one moment please", "human or robot",
		"überprüfung ihres browsers", "ihr browser wird überprüft", "sicherheitsüberprüfung", "sicherheitsprüfung", "sie kein roboter sind", "kein roboter", "dass sie ein mensch sind",
		"sind sie ein mensch", "ungewöhnlichen datenverkehr", "vérification de votre navigateur", "vous êtes humain", "pas un robot", "êtes vous un robot", "vérification de sécurité",
		"trafic inhabituel", "contrôle de sécurité", "no eres un robot", "no soy un robot", "eres humano", "verificando su navegador", "comprobando su navegador", "verificación de seguridad",
		"comprobación de seguridad", "tráfico inusual", "não é um robô", "não sou um robô", "você é humano", "verificação de segurança", "verificando seu navegador", "non sei un robot",
		"non sono un robot", "sei umano", "verifica di sicurezza", "controllo del browser", "traffico anomalo", "geen robot", "beveiligingscontrole", "uw browser wordt gecontroleerd",
		"nie jesteś robotem", "nie jestem robotem", "weryfikacja przeglądarki", "sprawdzanie przeglądarki", "nejste robot", "nejsem robot", "kontrola prohlížeče", "inte en robot",
		"ikke en robot", "et ole robotti", "nem vagy robot", "nem robot", "nu sunteți robot", "не робот", "вы не робот", "проверка браузера", "проверяем ваш браузер", "подтвердите что вы человек",
		"подозрительный трафик", "защита от ddos", "ви не робот", "перевірка браузера", "robot olmadığınızı", "robot değilim", "güvenlik doğrulaması", "güvenlik kontrolü", "bukan robot",
		"لست روبوت", "لست برنامج روبوت", "التحقق من أنك إنسان", "רובוט", "ربات نیستید", "不是机器人", "不是機器人", "人机验证", "人機驗證", "安全验证", "安全驗證", "安全检查", "滑动验证", "拖动滑块", "请完成验证",
		"访问验证", "ロボットではない", "ロボットでは", "セキュリティチェック", "セキュリティ確認", "ブラウザを確認", "로봇이 아닙니다", "로봇이 아님", "보안 확인", "보안 문자", "ไม่ใช่โปรแกรมอัตโนมัติ", "không phải là robot", "không phải là người máy",
		"loading please wait", "visitor verification", "verifying your browser", "verifying your connection", "verification required", "solve the puzzle",
	},
	[]string{ // blocking
		"access denied", "access blocked", "access restricted", "access has been blocked", "access has been denied", "access to this site",
		"access to this website", "access to this web site", "access to this page", "access to the site", "access to the requested", "access to the website", "access to url", "access to the web site",
		"has been blocked", "have been blocked", "is blocked", "was blocked", "are blocked", "been blocked", "site blocked", "website blocked", "page blocked", "blocked page", "blocked site", "blocked url", "url blocked",
		"request blocked", "request rejected", "request is blocked", "request has been blocked", "content blocked", "domain blocked", "ip blocked", "has banned", "have been banned", "you are banned",
		"you have been denied", "has been restricted", "is restricted", "restricted site", "page restricted", "site restricted", "is prohibited", "is not permitted", "not allowed to access",
		"not authorized to access", "requested page is unavailable",
		"requested url could not be retrieved", "requested url was rejected", "not available in your country", "not available in your region", "unavailable for legal reasons", "not accessible in",
		"because it is categorized as", "categorized as", "has been filtered", "is filtered", "been suspended", "blocked by",
		"zugriff verweigert", "zugriff gesperrt", "wurde gesperrt", "wurde blockiert", "ist gesperrt", "zugang gesperrt", "accès refusé", "accès interdit", "accès bloqué", "a été bloqué", "est bloqué",
		"site bloqué", "acceso denegado", "acceso bloqueado", "ha sido bloqueado", "está bloqueado", "sitio bloqueado", "acceso restringido", "acesso negado", "acesso bloqueado", "foi bloqueado",
		"accesso negato", "accesso bloccato", "accesso vietato", "è stato bloccato", "sito bloccato", "sito non raggiungibile", "sito oscurato", "toegang geweigerd", "is geblokkeerd", "dostęp zablokowany", "odmowa dostępu",
		"brak dostępu", "została zablokowana", "został zablokowany", "přístup odepřen", "přístup zamítnut", "přístup blokován", "åtkomst nekad", "blokeret", "blokert", "estetty", "pääsy estetty",
		"hozzáférés megtagadva", "acces interzis", "acces blocat", "доступ запрещен", "доступ запрещён", "доступ заблокирован", "доступ ограничен", "доступ закрыт", "доступ к", "заблокирован", "заблокирована",
		"ресурс заблокирован", "сайт заблокирован", "доступ заборонено", "доступ обмежено", "заблоковано", "достъпът е забранен", "erişim engellendi", "erişime engellenmiştir", "erişimi engellenmiştir", "erişim engellenmiştir",
		"engellenmiştir", "diblokir", "di blokir", "terblokir", "situs diblokir", "akses ditolak", "akses ke situs", "situs terlarang", "tidak dapat diakses", "internet sehat", "internet positif", "disekat", "telah disekat", "تم حجب", "محجوب", "محجوبة", "الموقع محجوب",
		"تم حظر", "محظور", "غير مسموح", "الوصول مرفوض", "مسدود", "دسترسی به", "مسدود شده", "האתר חסום", "הגישה נחסמה", "禁止访问", "拒绝访问", "访问被拒绝", "访问被阻断", "已被屏蔽", "已被拦截", "拒絕存取", "禁止存取", "已被封鎖", "アクセスが拒否", "アクセスできません",
		"閲覧できません", "ブロックされ", "차단되었습니다", "차단된", "접속이 차단", "접근이 거부", "불법 유해 정보", "ถูกระงับ", "ถูกปิดกั้น", "ระงับการเผยแพร่", "bị chặn", "truy cập bị từ chối", "पहुँच अस्वीकृत", "अवरुद्ध",
	},
	[]string{ // login
		"log in", "login", "log on", "logon", "sign in", "signin", "sign on", "please log in", "member login", "customer login", "user login", "account login", "authentication required", "single sign on",
		"log in to", "sign in to", "log in to continue", "sign in to continue", "you must log in", "you must be logged in", "enter your credentials", "weblogin", "authenticate",
		"anmelden", "anmeldung", "einloggen", "bitte melden sie sich an", "connexion", "se connecter", "connectez vous", "identifiez vous", "authentification", "iniciar sesión", "inicia sesión", "iniciar sesion", "inicio de sesión",
		"acceder", "accede a tu cuenta", "identificarse", "entrar", "iniciar sessão", "fazer login", "faça login", "acessar", "accedi", "accesso", "effettua il login", "autenticazione", "inloggen", "aanmelden",
		"zaloguj", "zaloguj się", "logowanie", "přihlášení", "přihlásit", "prihlásenie", "prijava", "prijavi se", "logga in", "log ind", "logg inn", "kirjaudu", "kirjaudu sisään", "bejelentkezés", "belépés", "autentificare", "conectare",
		"intră în cont", "prisijungti", "prisijunkite", "войти", "вход", "авторизация", "вход в систему", "увійти", "вхід", "авторизація", "влизане", "giriş yap", "oturum aç", "üye girişi", "kullanıcı girişi", "masuk", "log masuk",
		"تسجيل الدخول", "دخول", "ورود", "התחברות", "כניסה", "登录", "登入", "登錄", "用户登录", "ログイン", "サインイン", "로그인", "เข้าสู่ระบบ", "đăng nhập", "लॉग इन", "साइन इन", "σύνδεση", "είσοδος",
	},
	[]string{ // cookies
		"before you continue", "cookies are disabled", "cookies disabled", "cookies are required", "cookies required", "cookie required", "cookie absent", "cookies must be enabled", "enable cookies", "accept cookies", "accept our cookies",
		"use of cookies", "uses cookies", "we use cookies", "cookie consent", "cookie policy", "cookies and data", "privacy choices", "we value your privacy", "your privacy choices", "consent to the use", "consent management", "browser must accept cookies",
		"must accept cookies", "cookie wall", "does not accept cookies", "not accepting cookies", "bevor sie fortfahren", "bevor sie zu", "cookies akzeptieren", "cookies aktivieren", "verwendet cookies", "verwenden cookies", "avant d'accéder", "avant de continuer", "accepter les cookies",
		"utilise des cookies", "utilisons des cookies", "activer les cookies", "antes de ir a", "antes de continuar", "aceptar cookies", "utilizamos cookies", "permitir cookies", "usamos cookies", "prima di continuare", "utilizziamo i cookie", "accetta i cookie", "antes de aceder",
		"voordat je verdergaat", "gebruiken cookies", "cookies accepteren", "zanim przejdziesz", "używamy plików cookie", "innan du fortsätter", "før du fortsætter", "před tím než", "než budete pokračovat", "прежде чем перейти", "файлы cookie", "devam etmeden önce", "çerezleri kabul",
		"sebelum melanjutkan", "在继续之前", "繼續前往", "続行する前に", "계속하기 전에",
	},
	[]string{ // parking
		"domain is for sale", "domain for sale", "domain name is for sale", "domain may be for sale", "domain name may be for sale", "buy this domain", "purchase this domain", "this domain is parked", "domain is parked", "parked domain", "domain parking",
		"parked free", "domain has expired", "domain name has expired", "this domain has expired", "domain expired", "renew this domain", "get this domain", "own this domain", "domain is available", "inquire about this domain", "make an offer on this domain",
		"there is no site here", "no website here", "no site here yet", "website coming soon", "site is coming soon", "future home of", "domain was recently registered", "domain has been registered", "domain is registered", "domain name registered", "is parked",
		"website has no content yet", "no website configured", "no web site is configured", "domain ist verfügbar", "domain steht zum verkauf", "domain kaufen", "diese domain", "domaine est à vendre", "ce domaine", "acheter ce domaine", "dominio en venta", "dominio está en venta",
		"comprar este dominio", "dominio è in vendita", "dominio in vendita", "domínio à venda", "domein is te koop", "domein te koop", "domena na sprzedaż", "domena jest na sprzedaż", "домен продается", "домен продаётся", "домен припаркован", "купить домен", "alan adı satılık", "域名出售", "此域名", "该域名",
		"このドメイン", "ドメインは", "도메인 판매", "sedo domain parking", "web hosting default page", "hosting placeholder page", "placeholder page",
	},
	[]string{ // rates
		"too many requests", "rate limit", "rate limited", "rate limit exceeded", "request limit", "requests limit", "limit exceeded", "quota exceeded", "bandwidth limit exceeded", "too many connections", "too many downloads", "download limit", "requests per", "requests from your ip",
		"slow down", "excessive requests", "excessive use", "temporarily blocked", "temporarily banned", "throttled", "request denied", "try again later", "zu viele anfragen", "trop de requêtes", "demasiadas solicitudes", "demasiadas peticiones", "muitas solicitações", "muitas requisições",
		"troppe richieste", "te veel verzoeken", "zbyt wiele żądań", "zbyt wiele zapytań", "слишком много запросов", "забагато запитів", "çok fazla istek", "terlalu banyak permintaan", "طلبات كثيرة", "请求过于频繁", "请求过多", "访问过于频繁", "リクエストが多すぎ", "요청이 너무 많", "quá nhiều yêu cầu",
	},
	[]string{ // maintenance
		"bad gateway", "gateway timeout", "gateway time out", "service unavailable", "service temporarily unavailable", "temporarily unavailable", "temporarily down", "under maintenance", "down for maintenance", "site maintenance", "scheduled maintenance", "maintenance mode",
		"undergoing maintenance", "currently unavailable", "be back soon", "be right back", "back shortly", "server is overloaded", "server too busy", "server is too busy", "error establishing a database connection", "internal server error", "web server is down",
		"wartungsarbeiten", "wartungsmodus", "vorübergehend nicht verfügbar", "vorübergehend nicht erreichbar", "en maintenance", "maintenance en cours", "temporairement indisponible", "momentanément indisponible", "en mantenimiento", "temporalmente fuera de servicio", "no disponible temporalmente",
		"em manutenção", "temporariamente indisponível", "in manutenzione", "temporaneamente non disponibile", "in onderhoud", "tijdelijk niet beschikbaar", "prace serwisowe", "przerwa techniczna", "technické přestávky", "probíhá údržba", "техническое обслуживание", "технические работы",
		"временно недоступен", "технічні роботи", "тимчасово недоступний", "bakım çalışması", "bakımdayız", "sedang dalam pemeliharaan", "تحت الصيانة", "维护中", "系统维护", "維護中", "メンテナンス中", "점검 중", "bảo trì",
	},
	[]string{ // script
		"enable javascript", "turn javascript on", "turn on javascript", "javascript is required", "requires javascript", "javascript required", "javascript is disabled", "javascript must be enabled", "javascript enabled", "support javascript", "need javascript", "needs javascript",
		"without javascript", "activate javascript", "javascript to run", "unsupported browser", "browser is not supported", "browser not supported", "update your browser", "upgrade your browser", "browser is out of date", "javascript aktivieren", "javascript ist deaktiviert", "aktivieren sie javascript",
		"activer javascript", "activez javascript", "habilitar javascript", "habilite javascript", "activar javascript", "activa javascript", "ative o javascript", "attivare javascript", "abilita javascript", "abilitare javascript", "javascript inschakelen", "włącz javascript", "włączyć javascript", "включите javascript", "включить javascript",
		"увімкніть javascript", "javascripti etkinleştir", "aktifkan javascript", "启用 javascript", "啟用 javascript", "javascript を有効", "javascriptを有効", "javascript 활성화", "please enable js", "enable js and disable",
	},
	[]string{ // filtering
		"adult content filter", "web filter", "web filtering", "webfilter", "content filter", "content filtering", "url filter", "url filtering", "internet filter", "filtering policy", "acceptable use policy", "internet usage policy", "internet use policy", "internet access policy", "internet access management",
		"internet safety", "internet security by", "parental control", "parental controls", "block reason", "block policy", "blocked category", "blocked by your", "blocked by the network", "network administrator", "blocked by administrator", "unsafe website blocked", "web page blocked", "website has been blocked", "site has been blocked",
		"page has been blocked", "url has been blocked", "web site blocked", "this page is filtered", "restriction list", "blocked by court order", "court order", "ministry of communication", "ministry of communications", "ministry of information", "regulatory authority", "telecommunications regulatory",
		"competent government authority", "department of telecommunications", "is prohibited by", "prohibited under", "prohibited for viewership", "in violation of", "violates the", "violating regulations", "by decision of", "order of the court", "state authorities", "public authorities", "surf safely", "restricted access to this page",
		"has selected zscaler", "rated incorrectly", "categorized incorrectly", "re evaluated", "web policy", "security policy", "kemkominfo", "kominfo", "kementerian komunikasi", "trustpositif", "peraturan menteri", "5651 sayılı", "mahkeme kararı", "в соответствии с требованиями законодательства", "законодательства российской федерации",
		"в соответствии с законами", "решению органов", "решению суда", "реестр запрещенной", "реестр запрещённой", "единый реестр", "роскомнадзор", "федеральный закон", "149 фз", "139 фз", "هيئة الاتصالات", "هيئة تنظيم الاتصالات", "وزارة الاتصالات", "سياسة النفاذ", "agenzia delle dogane", "autorità giudiziaria", "contenu provoque", "ministère de l'intérieur",
		"orden judicial", "order judicial", "方針により", "방송통신심의위원회", "방송통신위원회", "กระทรวงดิจิทัล", "คำสั่งศาล", "กระทรวงเทคโนโลยี", "malaysian communications", "violate the national law", "korea communications standards",
	},
	[]string{ // reference
		"ray id", "incident id", "support id", "reference id", "reference number", "reference code", "request id", "event id", "error reference", "block id", "your ip", "your ip address", "client ip", "ihre ip adresse", "votre adresse ip",
		"tu dirección ip", "su dirección ip", "seu endereço ip", "tuo indirizzo ip", "ваш ip", "您的 ip", "你的 ip",
	},
)

// find returns the subjects that a normal text is about.
func find(text []byte) subject { return subject(words.Find(text)) }
