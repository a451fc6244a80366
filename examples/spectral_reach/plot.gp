# gnuplot -e "folder='DIRECTORY'" examples/spectral_reach/plot.gp
here = system("dirname '".ARG0."'")
if (!exists('folder')) { print "usage: gnuplot -e \"folder='DIRECTORY'\" plot.gp"; exit status 2 }
load here.'/../study/style.gp'
unset key
set xlabel 'Re λ' textcolor rgb grey offset 0,0.5
set ylabel 'Im λ' textcolor rgb grey offset 1,0
set size ratio -1
set xrange [-1.1:1.1]
set yrange [-1.1:1.1]
set xtics 0.5
set ytics 0.5
points = folder.'/eigenvalues.csv'
boundary = folder.'/boundary.csv'
is(name) = strcol(1) eq sprintf('%d', n) && strcol(2) eq name
re_of(name, origin, sign) = is(name) && strcol(3) eq origin && (sign > 0 || column(5) > 0) ? column(4) : NaN
families_3 = "mhc-flat mhc-lite 'go-mhc s=1' 'go-mhc s=2' circulant"
families_4 = families_3." kromhc 'krom-go s=2' ohc"
do for [n = 3:4] {
  if (n == 3) { set arrow 1 from -1,0 to -0.5,0 nohead linecolor rgb grey } else { unset arrow 1 }
  families = n == 3 ? families_3 : families_4
  columns = n == 3 ? 3 : 4
  set terminal svg size 260 * columns,640 font 'sans-serif,11' name 'spectral_reach'
  set output sprintf('%s/spectral_reach_%d.svg', folder, n)
  set multiplot layout 2,columns title \
      sprintf('Eigenvalues of mixers of %d streams in the Karpelevič region; blue: of random logits, orange: searched for', n) \
      textcolor rgb grey
  do for [k = 1:words(families)] {
    name = word(families, k)
    set title name textcolor rgb grey
    plot for [sign in '1 -1'] points using (re_of(name, 'random', sign)):(sign * column(5)) with points pointtype 7 \
             pointsize 0.15 linecolor rgb '#3b82c4', \
         for [sign in '1 -1'] points using (re_of(name, 'searched', sign)):(sign * column(5)) with points pointtype 7 \
             pointsize 0.25 linecolor rgb '#d9822b', \
         boundary using (column(1) == n ? column(2) : NaN):3 with lines linecolor rgb grey
  }
  unset multiplot
}
