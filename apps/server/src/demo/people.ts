/** Two hundred invented people from many places: ten given names and ten family names of each, joined crosswise. */

/** Given names | family names, in the order in which they are said there. `reversed`: family name first. */
const PLACES: readonly { given: string; family: string; reversed?: true }[] = [
  {
    given: 'Amelia Oliver Freya Callum Imogen Rhys Maeve Declan Isla Harvey',
    family: 'Whitcombe Barlow Pryce Gallagher Ashdown Macrae Thackeray Lovell Finnegan Hartley',
  },
  {
    given: 'Léa Étienne Chloé Bastien Noémie Théo Océane Gaël Manon Rémi',
    family: 'Deschamps Fournier Lefèvre Beaumont Garnier Charpentier Rousseau Mallet Giraud Perrin',
  },
  {
    given: 'Lucía Álvaro Ximena Joaquín Valentina Íñigo Camila Andrés Renata Tomás',
    family: 'Ibáñez Quintero Núñez Zamora Peñalver Castaño Villanueva Arriaga Echeverría Montoya',
  },
  {
    given: 'Jürgen Anneliese Matthias Käthe Florian Wiebke Torben Sieglinde Jonas Friederike',
    family: 'Krämer Vogelsang Lindner Böttcher Haferkamp Scholz Weißmüller Brandt Ostermann Rieger',
  },
  {
    given: 'Giulia Matteo Chiara Lorenzo Ginevra Davide Alessia Niccolò Beatrice Tommaso',
    family: 'Bellini Caruso Fontanella Marchetti Santoro Vitale Pellegrini Donati Ferraro Montanari',
  },
  {
    given: 'Łukasz Zofia Michał Agnieszka Paweł Małgorzata Krzysztof Wiesława Jędrzej Hania',
    family: 'Wójcik Kaczmarek Zieliński Pawlak Dąbrowa Szewczyk Michalak Górnik Sikora Wróbel',
  },
  {
    given: 'Søren Astrid Bjørn Ingrid Åse Håkon Solveig Lærke Nils Maja',
    family: 'Holmgaard Lindqvist Østergaard Bergström Nygård Dahlstrøm Sjöberg Møller Hedlund Vestby',
  },
  {
    given: 'Aino Eero Helmi Väinö Liisa Onni Päivi Jukka Sanna Oskari',
    family: 'Korhonen Mäkelä Virtanen Hämäläinen Lehtonen Salmi Järvinen Niskanen Rantala Koskela',
  },
  {
    given: 'Ondřej Kateřina Vojtěch Božena Matěj Ludmila Jiří Zuzana Šimon Adéla',
    family: 'Dvořáček Krejčí Pospíšil Němec Havlík Růžička Kolář Beneš Sedlák Hruška',
  },
  {
    given: 'Zeynep Emre Ayşe Çağlar Elif Barış Gülşah Kerem Defne Ozan',
    family: 'Yıldırım Aksoy Öztürk Demirci Şahin Kılıç Erdoğdu Bozkurt Çelik Tunç',
  },
  {
    given: 'Ελένη Νίκος Σοφία Γιάννης Δήμητρα Κώστας Μαρία Πέτρος Άννα Στέλιος',
    family: 'Παππάς Νικολάου Δημητρίου Οικονόμου Βλάχος Αντωνίου Μακρής Σταμάτης Καραγιάννης Λάμπρου',
  },
  {
    given: 'Оксана Тарас Соломія Богдан Ганна Андрій Леся Остап Марічка Юрій',
    family: 'Ковальчук Шевчук Бондаренко Мельник Лисенко Гончар Кравець Ткачук Савченко Мороз',
  },
  {
    given: 'Chidi Ngozi Emeka Adaeze Tunde Folake Obinna Yetunde Segun Amara',
    family: 'Okonjo Adeyemi Nwosu Balogun Eze Olawale Uche Afolabi Okafor Danjuma',
  },
  {
    given: 'Wanjiru Kamau Achieng Otieno Nyambura Kiprop Makena Juma Zawadi Baraka',
    family: 'Mwangi Odhiambo Kariuki Chebet Mutua Wekesa Njoroge Omondi Kimani Barasa',
  },
  {
    given: 'Ananya Rohan Kavya Arjun Meera Vikram Priya Siddharth Lakshmi Devendra',
    family: 'Iyer Chatterjee Deshpande Nair Mukherjee Bhatt Kulkarni Raghavan Sethi Menon',
  },
  {
    given: '美咲 健太 さくら 大輔 陽子 翔太 由美 拓也 直子 蓮',
    family: '高橋 小林 渡辺 松本 井上 木村 斎藤 清水 山口 石川',
    reversed: true,
  },
  {
    given: 'Minh Linh Tuấn Hương Đức Thảo Quân Ngọc Long Mai',
    family: 'Nguyễn Trần Phạm Huỳnh Võ Đặng Bùi Đỗ Ngô Dương',
    reversed: true,
  },
  {
    given: 'Layla Karim Noor Tariq Yasmin Sami Rania Faisal Huda Ziad',
    family: 'Haddad Mansour Khoury Najjar Sabbagh Darwish Halabi Fakhoury Qasim Barakat',
  },
  {
    given: 'Ana Thiago Beatriz Caio Luana João Fernanda Vinícius Larissa Otávio',
    family: 'Figueiredo Magalhães Conceição Azevedo Brandão Guimarães Teixeira Falcão Leão Prates',
  },
  {
    given: 'Mele Tāne Aroha Sione Leilani Wiremu Hina Manaia Kalani Ngaire',
    family: 'Tupou Ngata Faleolo Kahale Parata Fonoti Kealoha Tamihana Vaipulu Horomia',
  },
];

/**
 * @param count at most 200
 * @returns different names; neighbours come from different places
 */
export function inventedPeople(count: number): string[] {
  return Array.from({ length: count }, (_, number) => {
    const place = PLACES[number % PLACES.length];
    const turn = Math.floor(number / PLACES.length);
    const given = place?.given.split(' ')[turn] ?? '';
    const family = place?.family.split(' ')[(turn * 3 + number) % 10] ?? '';
    return place?.reversed === true ? `${family} ${given}` : `${given} ${family}`;
  });
}
